public import Foundation
internal import FoundationBridging

/// The identifier of a zone; code calls it ``CKRecordZone/ID``.
///
/// It is not a nested class, because Foundation on Linux cannot archive those.
public final class CKRecordZoneID: NSObject, NSSecureCoding, NSCopying, Sendable {
    /// The name of the zone that every database has, and whose changes cannot be fetched.
    public static let defaultZoneName = "_defaultZone"

    /// The zone that every database has.
    public static let `default` = CKRecordZoneID()

    /// The name of the zone: for a library the identifier that its tokens and `heliograph status` use.
    public let zoneName: String
    /// The name of the zone's owner.
    public let ownerName: String

    /// Creates an identifier of a zone.
    ///
    /// A name has at most 255 ASCII characters.
    public init(
        zoneName: String = CKRecordZoneID.defaultZoneName,
        ownerName: String = CKCurrentUserDefaultName
    ) {
        requireName(zoneName)
        (self.zoneName, self.ownerName) = (zoneName, ownerName)
    }

    /// Whether identifiers support secure coding; always true.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an identifier from an archive.
    public convenience init?(coder: NSCoder) {
        guard let zone = coder.decodeNested(NSString.self, forKey: "zoneName"),
            let owner = coder.decodeNested(NSString.self, forKey: "ownerName"),
            isName(zone as String)
        else { return nil }
        self.init(zoneName: zone as String, ownerName: owner as String)
    }

    /// Writes the identifier to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(zoneName as NSString, forKey: "zoneName")
        coder.encode(ownerName as NSString, forKey: "ownerName")
    }

    /// Returns the identifier itself, as it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKRecordZoneID else { return false }
        return zoneName == other.zoneName && ownerName == other.ownerName
    }

    public override var hash: Int { zoneName.hashValue }
}

/// Ends the program if the text cannot be the name of a zone or record.
func requireName(_ name: String) {
    ensure(isName(name), "a name has 1 to 255 ASCII characters: \(name)")
}

/// Returns whether the text can be the name of a zone or record.
func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255 && name.utf8.allSatisfy { $0 < 0x80 }
}
