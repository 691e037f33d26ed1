public import Foundation

/// The name that stands for the database's own user.
public let CKCurrentUserDefaultName = "__defaultOwner__"

/// The older name of ``CKCurrentUserDefaultName``.
public let CKOwnerDefaultName = CKCurrentUserDefaultName

/// A zone of a database, whose changes can be fetched: here, one library.
public final class CKRecordZone: NSObject, Sendable {
    /// The operations that a zone supports.
    public struct Capabilities: OptionSet, Sendable {
        /// The bit mask of the capabilities.
        public let rawValue: UInt

        /// Creates a set of capabilities from its bit mask.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Changes can be fetched; every library supports this.
        public static let fetchChanges = Self(rawValue: 1 << 0)
        /// Several records can be changed at once; no zone supports this here.
        public static let atomic = Self(rawValue: 1 << 1)
        /// Records can be shared; no zone supports this here.
        public static let sharing = Self(rawValue: 1 << 2)
        /// The whole zone can be shared; no zone supports this here.
        public static let zoneWideSharing = Self(rawValue: 1 << 3)
    }

    /// The identifier of a zone.
    public typealias ID = CKRecordZoneID

    /// The identifier of the zone.
    public let zoneID: ID

    /// Creates a zone with an identifier.
    public init(zoneID: ID) {
        self.zoneID = zoneID
    }

    /// Creates a zone of the user with a name.
    public convenience init(zoneName: String) {
        self.init(zoneID: ID(zoneName: zoneName))
    }

    /// Returns the zone that every database has.
    public class func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

    /// The operations that the zone supports: fetching changes, except for the default zone.
    public var capabilities: Capabilities { zoneID == .default ? [] : [.fetchChanges] }
}
