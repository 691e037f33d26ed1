public import Foundation
internal import FoundationBridging

/// Names a record; code calls it ``CKRecord/ID``.
public final class CKRecordID: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// Of an object of the library its `localIdentifier`.
    public let recordName: String
    /// The library it is of.
    public let zoneID: CKRecordZone.ID

    /// Names a record; with a new name unless one is given.
    ///
    /// A name is up to 255 ASCII characters.
    public init(
        recordName: String = UUID().uuidString,
        zoneID: CKRecordZone.ID = CKRecordZone.ID.default
    ) {
        requireName(recordName)
        (self.recordName, self.zoneID) = (recordName, zoneID)
    }

    /// It can be archived safely.
    public static var supportsSecureCoding: Bool { true }

    /// A name out of an archive.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.decodeNested(NSString.self, forKey: "recordName"),
            let zone = coder.decodeNested(CKRecordZone.ID.self, forKey: "zoneID"),
            isName(name as String)
        else { return nil }
        self.init(recordName: name as String, zoneID: zone)
    }

    /// Writes it into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(recordName as NSString, forKey: "recordName")
        coder.encode(zoneID, forKey: "zoneID")
    }

    /// The same: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordID else { return false }
        return recordName == other.recordName && zoneID == other.zoneID
    }

    public override var hash: Int { recordName.hashValue }
}
