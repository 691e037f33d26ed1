internal import Catalogue
public import Foundation

/// What a list of fetched objects is read from.
protocol FetchedObjects: Sendable {
    var count: Int { get }
    func object(at index: Int) -> PHObject
    /// The position of an object, if it is one of these.
    func index(of object: PHObject) -> Int?
    func countOfAssets(with mediaType: PHAssetMediaType) -> Int
    /// What became of the list until a moment; nil when nothing did, when it is of a later one, or nobody follows it.
    func change(at moment: LibraryMoment) -> FetchedChange?
    /// What tells its objects apart, in order.
    func keys() -> [FetchedKey]
}

/// What tells a fetched object from others.
enum FetchedKey: Hashable, Sendable {
    /// An asset's number in the catalogue, and which library that is.
    case asset(Int64, library: Int)
    case identifier(String)
}

/// What became of a list of fetched objects.
struct FetchedChange: Sendable {
    let after: any FetchedObjects
    /// The details; nil when they are not wanted or not worth it.
    let change: ListChange?
    /// The objects at the positions of the details.
    let removed: @Sendable () -> [PHObject]
    let inserted: @Sendable () -> [PHObject]
    let changed: @Sendable () -> [PHObject]
}

/// An ordered list of objects, as of when it was fetched.
///
/// How many there are, which and in which order never changes; the objects themselves are read in
/// batches when they are asked for. Threads may share it.
open class PHFetchResult<ObjectType: AnyObject>: NSObject, NSCopying, NSFastEnumeration,
    @unchecked Sendable
{
    // `@unchecked Sendable` is true because the only stored property is constant and Sendable.

    private let objects: (any FetchedObjects)?

    /// What the objects are read from; nil for nothing.
    var fetched: (any FetchedObjects)? { objects }

    /// What tells its objects apart, in order.
    var keys: [FetchedKey] {
        objects?.keys()
            ?? (0..<count).compactMap { (object(at: $0) as? PHObject).map(FetchedKey.init) }
    }

    /// Nothing.
    public override init() {
        objects = nil
    }

    init(_ objects: any FetchedObjects) {
        self.objects = objects
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The number of objects.
    open var count: Int { objects?.count ?? 0 }

    /// The class and how many there are, as on Apple's systems.
    open override var description: String { "<PHFetchResult: \(address)> count=\(count)" }

    /// The object at a position; one beyond the end ends the program.
    open func object(at index: Int) -> ObjectType {
        guard let objects, index >= 0, index < objects.count,
            let object = objects.object(at: index) as? ObjectType
        else { fatalError("index \(index) beyond a fetch result of \(count)") }
        return object
    }

    /// The object at an index; one beyond the result ends the program.
    open subscript(index: Int) -> ObjectType { object(at: index) }

    /// Returns whether an object is in the result.
    open func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }

    /// The position of an equal object, or `NSNotFound`.
    open func index(of anObject: ObjectType) -> Int {
        guard let object = anObject as? PHObject else { return NSNotFound }
        guard let objects else {
            // Who made a class of their own of it has the objects.
            return (0..<count).first { self.object(at: $0) as? PHObject == object } ?? NSNotFound
        }
        return objects.index(of: object) ?? NSNotFound
    }

    /// Returns the index of an object within a range of indexes; `NSNotFound` if it is not there.
    open func index(of anObject: ObjectType, in range: NSRange) -> Int {
        let index = index(of: anObject)
        return index != NSNotFound && NSLocationInRange(index, range) ? index : NSNotFound
    }

    /// The first object; nil for an empty result.
    open var firstObject: ObjectType? { count > 0 ? object(at: 0) : nil }

    /// The last object; nil for an empty result.
    open var lastObject: ObjectType? { count > 0 ? object(at: count - 1) : nil }

    /// The objects at positions, in ascending order.
    open func objects(at indexes: IndexSet) -> [ObjectType] { indexes.map(object) }

    /// Calls `block` with each object and its position, until it sets `stop`.
    open func enumerateObjects(
        _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        unsafe enumerateObjects(options: [], using: block)
    }

    /// With `.reverse` from the last; with `.concurrent` one after another all the same.
    open func enumerateObjects(
        options: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        unsafe enumerateObjects(at: IndexSet(integersIn: 0..<count), options: options, using: block)
    }

    /// Calls a block with each object at some indexes, its index, and a flag that ends the enumeration.
    open func enumerateObjects(
        at indexes: IndexSet,
        options: NSEnumerationOptions = [],
        using block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        if options.contains(.reverse) {
            for index in indexes.reversed() where !stop.boolValue {
                unsafe block(object(at: index), index, &stop)
            }
        } else {
            for index in indexes where !stop.boolValue {
                unsafe block(object(at: index), index, &stop)
            }
        }
    }

    /// How many of the objects are assets of a type.
    open func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        guard let objects else {
            return (0..<count).count { (object(at: $0) as? PHAsset)?.mediaType == mediaType }
        }
        return objects.countOfAssets(with: mediaType)
    }
}
