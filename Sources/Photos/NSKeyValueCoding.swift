internal import Foundation
internal import ObjectEvaluation
internal import PredicateFormat

/// An object whose values can be read by the names of keys.
///
/// On Apple's systems, every object is one. Here, objects adopt this protocol, and predicates and sort descriptors with
/// a key use it. Objects and structures that do not adopt it have their stored properties read, which requires nothing
/// of them; computed properties require this protocol.
public protocol NSKeyValueCoding {
    /// Returns the value of a key; nil without a value, and for an unknown key, which raises an exception on Apple's
    /// systems.
    func value(forKey key: String) -> Any?

    /// Returns the value at a key path, such as `location.altitude`.
    ///
    /// A list has the values of its members. `@count`, `@sum`, `@avg`, `@min`, `@max`, `@unionOfObjects`,
    /// `@distinctUnionOfObjects` and the same with `Arrays` and `Sets` compute a result from them, as in
    /// `@max.creationDate`. Returns nil for text that is not a key path.
    func value(forKeyPath keyPath: String) -> Any?
}

extension NSKeyValueCoding {
    /// Returns the value at a key path, reading each key from the value before it.
    public func value(forKeyPath keyPath: String) -> Any? { valueByKeys(keyPath) }

    /// The default implementation, for types that answer some key paths themselves.
    func valueByKeys(_ keyPath: String) -> Any? {
        guard let path = KeyPathSyntax(keyPath) else { return nil }
        return ObjectEvaluator(.photos).value(forKeyPath: path, of: self)
    }
}

/// A list of objects that only this framework knows.
protocol ListedObjects {
    var listed: [Any] { get }
}

extension ObjectReading {
    /// Reads objects that adopt the protocol by their own keys, and fetch results as lists.
    static var photos: ObjectReading {
        ObjectReading { object in
            guard let object = object as? any NSKeyValueCoding else { return nil }
            return { object.value(forKey: $0) }
        } listed: { object in
            (object as? any ListedObjects)?.listed
        }
    }
}
