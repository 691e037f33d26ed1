internal import Catalogue
public import Foundation

/// The source that a fetch result reads its objects from.
protocol FetchedObjects: Sendable {
    var count: Int { get }
    func object(at index: Int) -> PHObject
    /// Returns the position of an object; nil if it is not in the list.
    func index(of object: PHObject) -> Int?
    func countOfAssets(with mediaType: PHAssetMediaType) -> Int
    /// Returns the change of the list up to a moment; nil if it did not change, is newer, or is not followed.
    func change(at moment: LibraryMoment) -> FetchedChange?
    /// Returns the keys that identify the objects, in order.
    func keys() -> [FetchedKey]
}

/// The key that identifies a fetched object.
enum FetchedKey: Hashable, Sendable {
    /// An asset's number in the catalogue, and the number of its library.
    case asset(Int64, library: Int)
    case identifier(String)
}

/// The change of a list of fetched objects.
struct FetchedChange: Sendable {
    let after: any FetchedObjects
    /// The details; nil if they were not requested or are not worthwhile.
    let change: ListChange?
    /// The objects at the positions of the details.
    let removed: @Sendable () -> [PHObject]
    let inserted: @Sendable () -> [PHObject]
    let changed: @Sendable () -> [PHObject]
}

/// An ordered list of fetched objects.
///
/// Its members and their order never change; the objects themselves are read in batches, on demand. It can be shared by
/// threads.
open class PHFetchResult<ObjectType: AnyObject>: NSObject, NSCopying, NSFastEnumeration,
    @unchecked Sendable
{
    // `@unchecked Sendable` is true because the only stored property is constant and Sendable.

    private let objects: (any FetchedObjects)?

    /// The source of the objects; nil for an empty result.
    var fetched: (any FetchedObjects)? { objects }

    /// The keys that identify the objects, in order.
    var keys: [FetchedKey] {
        objects?.keys()
            ?? (0..<count).compactMap { (object(at: $0) as? PHObject).map(FetchedKey.init) }
    }

    /// Creates an empty result.
    public override init() {
        objects = nil
    }

    init(_ objects: any FetchedObjects) {
        self.objects = objects
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// The number of objects.
    open var count: Int { objects?.count ?? 0 }

    /// The class and the number of objects, as on Apple's systems.
    open override var description: String { "<PHFetchResult: \(address)> count=\(count)" }

    /// Returns the object at an index; an index beyond the result ends the program.
    open func object(at index: Int) -> ObjectType {
        guard let objects, index >= 0, index < objects.count,
            let object = objects.object(at: index) as? ObjectType
        else { fatalError("index \(index) beyond a fetch result of \(count)") }
        return object
    }

    /// Returns the object at an index; an index beyond the result ends the program.
    open subscript(index: Int) -> ObjectType { object(at: index) }

    /// Returns whether an object is in the result.
    open func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }

    /// Returns the index of an equal object; `NSNotFound` if it is not there.
    open func index(of anObject: ObjectType) -> Int {
        guard let object = anObject as? PHObject else { return NSNotFound }
        guard let objects else {
            // A subclass in an app provides the objects itself.
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

    /// Returns the objects at indexes, in ascending order.
    open func objects(at indexes: IndexSet) -> [ObjectType] { indexes.map(object) }

    /// Calls `block` with each object and its index, until it sets `stop`.
    open func enumerateObjects(
        _ block: @escaping (ObjectType, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        unsafe enumerateObjects(options: [], using: block)
    }

    /// Calls `block` with each object and its index, from the last with `.reverse`; `.concurrent` has no effect.
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

    /// Returns the number of assets of a media type.
    open func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        guard let objects else {
            return (0..<count).count { (object(at: $0) as? PHAsset)?.mediaType == mediaType }
        }
        return objects.countOfAssets(with: mediaType)
    }
}
