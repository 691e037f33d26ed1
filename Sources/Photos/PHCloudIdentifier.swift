internal import Catalogue
public import Foundation
internal import FoundationBridging
internal import PhotoModel

/// Names an asset by what is in its file, so that it is known in another library that has the same file.
public final class PHCloudIdentifier: NSObject, NSSecureCoding, Sendable {
    /// The identifier as text; the same for the same content.
    public let stringValue: String

    /// What stands for an asset that is nowhere.
    public static let notFound = PHCloudIdentifier(stringValue: "")

    /// What ``stringValue`` is; the name Apple's framework used to have for it.
    public var archivalStringValue: String { stringValue }

    /// An identifier made of text that was one.
    public init(stringValue: String) {
        self.stringValue = stringValue
    }

    /// An identifier made of text that was one; the name Apple's framework used to have for it.
    public convenience init(archivalStringValue: String) {
        self.init(stringValue: archivalStringValue)
    }

    convenience init(_ file: FileRecord) {
        let fingerprint = UInt64(bitPattern: file.fingerprint)
        self.init(stringValue: "\(String(fingerprint, radix: 16)):\(file.identity.size)")
    }

    /// The hash of the first 64 KiB and the size; nil for what is no identifier of ours.
    var content: (fingerprint: Int64, size: Int64)? {
        let parts = stringValue.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let fingerprint = UInt64(parts[0], radix: 16),
            let size = Int64(parts[1])
        else { return nil }
        return (Int64(bitPattern: fingerprint), size)
    }

    /// It can be archived safely.
    public static var supportsSecureCoding: Bool { true }

    /// An identifier out of an archive.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.decodeNested(NSString.self, forKey: "stringValue") else {
            return nil
        }
        self.init(stringValue: text as String)
    }

    /// Writes it into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(stringValue as NSString, forKey: "stringValue")
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? PHCloudIdentifier)?.stringValue == stringValue
    }

    public override var hash: Int { stringValue.hashValue }
}
