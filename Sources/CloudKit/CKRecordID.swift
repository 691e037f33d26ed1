public import Foundation
internal import FoundationBridging

/// The identifier of a record; code calls it ``CKRecord/ID``.
public final class CKRecordID: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The name of the record; for an object of the library this is its `localIdentifier`.
    public let recordName: String
    /// The zone of the record, which is the library.
    public let zoneID: CKRecordZone.ID

    /// Creates an identifier, with a new name unless one is given.
    ///
    /// A name has at most 255 ASCII characters.
    public init(
        recordName: String = UUID().uuidString,
        zoneID: CKRecordZone.ID = CKRecordZone.ID.default
    ) {
        requireName(recordName)
        (self.recordName, self.zoneID) = (recordName, zoneID)
    }

    /// Whether identifiers support secure coding; always true.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an identifier from an archive.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.decodeNested(NSString.self, forKey: "recordName"),
            let zone = coder.decodeNested(CKRecordZone.ID.self, forKey: "zoneID"),
            isName(name as String)
        else { return nil }
        self.init(recordName: name as String, zoneID: zone)
    }

    /// Writes the identifier to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(recordName as NSString, forKey: "recordName")
        coder.encode(zoneID, forKey: "zoneID")
    }

    /// Returns the identifier itself, as it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordID else { return false }
        return recordName == other.recordName && zoneID == other.zoneID
    }

    public override var hash: Int { recordName.hashValue }
}
