internal import Foundation

extension PHFetchResult: NSKeyValueCoding, ListedObjects {
    var listed: [Any] { (0..<count).map { object(at: $0) } }

    /// The values of a key, one for each object in their order, as an array; `NSNull` for an object without one.
    public func value(forKey key: String) -> Any? {
        listed.map { ($0 as? any NSKeyValueCoding)?.value(forKey: key) ?? NSNull() }
    }

    /// What keys, one after another, lead to from the objects: `@count`, `@max.creationDate`,
    /// `@distinctUnionOfObjects.mediaType`, or the values of a key.
    public func value(forKeyPath keyPath: String) -> Any? {
        // For this the objects themselves need not be read.
        keyPath == "@count" ? NSNumber(value: count) : valueByKeys(keyPath)
    }
}
