internal import Catalogue
public import Foundation
internal import FoundationBridging
internal import PhotoModel

/// An identifier derived from the content of an asset's file, the same in every library that has the file.
public final class PHCloudIdentifier: NSObject, NSSecureCoding, Sendable {
    /// The identifier as text; equal for equal content.
    public let stringValue: String

    /// The identifier that stands for an asset that was not found.
    public static let notFound = PHCloudIdentifier(stringValue: "")

    /// The same as ``stringValue``, under a former name of Apple's.
    public var archivalStringValue: String { stringValue }

    /// Creates an identifier from its text.
    public init(stringValue: String) {
        self.stringValue = stringValue
    }

    /// Creates an identifier from its text, under a former name of Apple's.
    public convenience init(archivalStringValue: String) {
        self.init(stringValue: archivalStringValue)
    }

    convenience init(_ file: FileRecord) {
        let fingerprint = UInt64(bitPattern: file.fingerprint)
        self.init(stringValue: "\(String(fingerprint, radix: 16)):\(file.identity.size)")
    }

    /// The hash of the first 64 KiB and the size; nil for text that is not an identifier of Heliograph's.
    var content: (fingerprint: Int64, size: Int64)? {
        let parts = stringValue.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let fingerprint = UInt64(parts[0], radix: 16),
            let size = Int64(parts[1])
        else { return nil }
        return (Int64(bitPattern: fingerprint), size)
    }

    /// Whether the identifier can be archived securely: always true.
    public static var supportsSecureCoding: Bool { true }

    /// Creates an identifier from an archive.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.decodeNested(NSString.self, forKey: "stringValue") else {
            return nil
        }
        self.init(stringValue: text as String)
    }

    /// Writes the identifier to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(stringValue as NSString, forKey: "stringValue")
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? PHCloudIdentifier)?.stringValue == stringValue
    }

    public override var hash: Int { stringValue.hashValue }
}
