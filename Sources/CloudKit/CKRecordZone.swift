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
    public typealias ID = CKRecordZoneID

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
