// Code for Apple's systems imports only `Photos` and uses dates, locations and queues.
@_exported public import CoreLocation
@_exported public import Foundation
@_exported public import UniformTypeIdentifiers

/// A type whose elements can be enumerated, as change requests need it.
///
/// Foundation on Linux has no such protocol; here, collections of objects adopt it, so that `[asset] as
/// NSFastEnumeration` compiles.
public protocol NSFastEnumeration {}

extension Array: NSFastEnumeration {}
extension Set: NSFastEnumeration {}
extension NSArray: NSFastEnumeration {}
extension NSSet: NSFastEnumeration {}
extension NSOrderedSet: NSFastEnumeration {}

extension IndexPath {
    /// Creates the index path of an item in a section, as in lists and grids.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// Creates the index path of a row in a section.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// The first index.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The second index.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The second index.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
