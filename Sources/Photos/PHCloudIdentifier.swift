internal import Catalogue
public import Foundation
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
        guard let text = coder.decodeObject(of: NSString.self, forKey: "stringValue") else {
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

extension PHPhotoLibrary {
    /// The identifiers that assets have in every library; an error for what is no asset.
    public func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        var found: [String: Result<PHCloudIdentifier, any Error>] = [:]
        for identifier in localIdentifiers {
            let record = connection.ask { reader in
                try ObjectUUID(identifier).flatMap { try reader.asset($0) }
            }
            guard let record, let record else {
                found[identifier] = .failure(PHPhotosError(.identifierNotFound))
                continue
            }
            found[identifier] = .success(PHCloudIdentifier(record.file))
        }
        return found
    }

    /// The identifiers that assets have in this library; an error for what is not in it, or several times.
    public func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        var found: [PHCloudIdentifier: Result<String, any Error>] = [:]
        for identifier in cloudIdentifiers {
            let records = connection.ask { reader in
                try identifier.content.map {
                    try reader.assets(fingerprint: $0.fingerprint, size: $0.size)
                } ?? []
            }
            let names = (records ?? []).map { ObjectKind.asset.localIdentifier($0.uuid) }
            found[identifier] =
                switch names.count {
                case 0: .failure(PHPhotosError(.identifierNotFound))
                case 1: .success(names[0])
                default:
                    .failure(
                        PHPhotosError(
                            .multipleIdentifiersFound,
                            userInfo: [PHLocalIdentifiersErrorKey: names]
                        )
                    )
                }
        }
        return found
    }
}
