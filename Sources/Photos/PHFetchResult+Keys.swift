internal import Foundation

extension PHFetchResult: NSKeyValueCoding, ListedObjects {
    var listed: [Any] { (0..<count).map { object(at: $0) } }

    /// Returns the values of a key, one for each object, in order, as an array; `NSNull` for an object without one.
    public func value(forKey key: String) -> Any? {
        listed.map { ($0 as? any NSKeyValueCoding)?.value(forKey: key) ?? NSNull() }
    }

    /// Returns the value at a key path: `@count`, `@max.creationDate`, `@distinctUnionOfObjects.mediaType`, or the
    /// values of a key.
    public func value(forKeyPath keyPath: String) -> Any? {
        // Counting does not need to read the objects.
        keyPath == "@count" ? NSNumber(value: count) : valueByKeys(keyPath)
    }
}
