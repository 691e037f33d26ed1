// Code for Apple's systems imports `Photos` and uses dates, locations and queues without more.
@_exported public import CoreLocation
@_exported public import Foundation
@_exported public import UniformTypeIdentifiers

/// What gives its elements one after another, as far as change requests ask.
///
/// Foundation on Linux has no such protocol; here it is what collections of objects have in common, so
/// that `[asset] as NSFastEnumeration` compiles.
public protocol NSFastEnumeration {}

extension Array: NSFastEnumeration {}
extension Set: NSFastEnumeration {}
extension NSArray: NSFastEnumeration {}
extension NSSet: NSFastEnumeration {}
extension NSOrderedSet: NSFastEnumeration {}

extension IndexPath {
    /// The place of an item in a section, as lists and grids number them.
    public init(item: Int, section: Int) {
        self.init(indexes: [section, item])
    }

    /// The place of a row in a section.
    public init(row: Int, section: Int) {
        self.init(indexes: [section, row])
    }

    /// The first number.
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    /// The second number.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    /// The second number.
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
