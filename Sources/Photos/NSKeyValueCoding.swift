internal import Foundation
internal import ObjectEvaluation
internal import PredicateFormat

/// An object that is asked for its values by the names of keys.
///
/// On Apple's systems every object is. Here it is what adopts this protocol, and predicates and sort descriptors with a
/// key ask it. Objects and structures that do not are asked for their stored properties, which needs nothing of them;
/// a computed property takes this protocol.
public protocol NSKeyValueCoding {
    /// The value of a key; nil when there is none, and for a key that the object does not know, which raises an
    /// exception on Apple's systems.
    func value(forKey key: String) -> Any?

    /// The value that keys, one after another, lead to, such as `location.altitude`.
    ///
    /// That of a list are the values of its members. `@count`, `@sum`, `@avg`, `@min`, `@max`,
    /// `@unionOfObjects`, `@distinctUnionOfObjects` and the same with `Arrays` and `Sets` calculate from them, as in
    /// `@max.creationDate`. Nil for what is no key path.
    func value(forKeyPath keyPath: String) -> Any?
}

extension NSKeyValueCoding {
    /// What the keys lead to, each asked of the value before it.
    public func value(forKeyPath keyPath: String) -> Any? { valueByKeys(keyPath) }

    /// The same for those that have an answer of their own to some key paths.
    func valueByKeys(_ keyPath: String) -> Any? {
        guard let path = KeyPathSyntax(keyPath) else { return nil }
        return ObjectEvaluator(.photos).value(forKeyPath: path, of: self)
    }
}

/// A list of objects that no other framework knows.
protocol ListedObjects {
    var listed: [Any] { get }
}

extension ObjectReading {
    /// With what says itself what it has, and fetch results as lists.
    static var photos: ObjectReading {
        ObjectReading { object in
            guard let object = object as? any NSKeyValueCoding else { return nil }
            return { object.value(forKey: $0) }
        } listed: { object in
            (object as? any ListedObjects)?.listed
        }
    }
}
