public import Foundation
internal import FoundationBridging

/// Names a zone; code calls it ``CKRecordZone/ID``.
///
/// It is no class within another: Foundation on Linux cannot archive those.
public final class CKRecordZoneID: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The name of the zone that every database has, and whose changes cannot be fetched.
    public static let defaultZoneName = "_defaultZone"

    /// The zone that every database has.
    public static let `default` = CKRecordZoneID()

    /// The library's identifier, as its tokens and `heliograph status` have it.
    public let zoneName: String
    /// Whose it is.
    public let ownerName: String

    /// Names a zone.
    ///
    /// A name is up to 255 ASCII characters.
    public init(
        zoneName: String = CKRecordZoneID.defaultZoneName,
        ownerName: String = CKCurrentUserDefaultName
    ) {
        requireName(zoneName)
        (self.zoneName, self.ownerName) = (zoneName, ownerName)
    }

    /// It can be archived safely.
    public static var supportsSecureCoding: Bool { true }

    /// A name out of an archive.
    public convenience init?(coder: NSCoder) {
        guard let zone = coder.decodeNested(NSString.self, forKey: "zoneName"),
            let owner = coder.decodeNested(NSString.self, forKey: "ownerName"),
            isName(zone as String)
        else { return nil }
        self.init(zoneName: zone as String, ownerName: owner as String)
    }

    /// Writes it into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(zoneName as NSString, forKey: "zoneName")
        coder.encode(ownerName as NSString, forKey: "ownerName")
    }

    /// The same: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordZoneID else { return false }
        return zoneName == other.zoneName && ownerName == other.ownerName
    }

    public override var hash: Int { zoneName.hashValue }
}

/// Ends the program for what is no name of a zone or record.
func requireName(_ name: String) {
    ensure(isName(name), "a name has 1 to 255 ASCII characters: \(name)")
}

/// Whether it can be the name of a zone or record.
func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255 && name.utf8.allSatisfy { $0 < 0x80 }
}
