public import Foundation

/// The name of the user whose database it is.
public let CKCurrentUserDefaultName = "__defaultOwner__"

/// The name of the user whose database it is; an older name of it.
public let CKOwnerDefaultName = CKCurrentUserDefaultName

/// A part of a database whose changes can be fetched: here, one library.
public final class CKRecordZone: NSObject, Sendable {
    /// What can be done with a zone.
    public struct Capabilities: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// A set of capabilities by its bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Its changes can be fetched; so of every library.
        public static let fetchChanges = Self(rawValue: 1 << 0)
        /// Several records can be changed at once; of none here.
        public static let atomic = Self(rawValue: 1 << 1)
        /// Records can be shared; of none here.
        public static let sharing = Self(rawValue: 1 << 2)
        /// It can be shared as a whole; none here.
        public static let zoneWideSharing = Self(rawValue: 1 << 3)
    }

    /// Names a zone.
    public final class ID: NSObject, NSSecureCoding, NSCopying, Sendable {
        /// The name of the zone that every database has, and whose changes cannot be fetched.
        public static let defaultZoneName = "_defaultZone"

        /// The zone that every database has.
        public static let `default` = ID()

        /// The library's identifier, as its tokens and `heliograph status` have it.
        public let zoneName: String
        /// Whose it is.
        public let ownerName: String

        /// Names a zone.
        ///
        /// A name is up to 255 ASCII characters.
        public init(
            zoneName: String = ID.defaultZoneName,
            ownerName: String = CKCurrentUserDefaultName
        ) {
            requireName(zoneName)
            (self.zoneName, self.ownerName) = (zoneName, ownerName)
        }

        /// It can be archived safely.
        public static var supportsSecureCoding: Bool { true }

        /// A name out of an archive.
        public convenience init?(coder: NSCoder) {
            guard let zone = coder.decodeObject(of: NSString.self, forKey: "zoneName"),
                let owner = coder.decodeObject(of: NSString.self, forKey: "ownerName")
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
            guard let other = object as? ID else { return false }
            return zoneName == other.zoneName && ownerName == other.ownerName
        }

        public override var hash: Int { zoneName.hashValue }
    }

    /// The zone's name.
    public let zoneID: ID

    /// A zone with a name.
    public init(zoneID: ID) {
        self.zoneID = zoneID
    }

    /// A zone of the user's with a name.
    public convenience init(zoneName: String) {
        self.init(zoneID: ID(zoneName: zoneName))
    }

    /// The zone that every database has.
    public class func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

    /// What can be done with it: of all but the default one changes can be fetched.
    public var capabilities: Capabilities { zoneID == .default ? [] : [.fetchChanges] }
}

/// Ends the program for what is no name of a zone or record.
func requireName(_ name: String) {
    ensure(
        !name.isEmpty && name.utf8.count <= 255 && name.utf8.allSatisfy { $0 < 0x80 },
        "a name has 1 to 255 ASCII characters: \(name)"
    )
}
