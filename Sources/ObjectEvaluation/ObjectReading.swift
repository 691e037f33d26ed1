internal import Foundation
internal import PredicateFormat

/// Reads the values of an app's own data by the names of keys.
///
/// This is key-value coding on Apple's systems; elsewhere, without it, dictionaries, lists, objects that provide their
/// own values, and the stored properties of all others.
package struct ObjectReading {
    /// Returns the accessor of an object that provides its own values; nil for other objects.
    let keyed: (Any) -> ((String) -> Any?)?
    /// Returns the members of a list that is not Foundation's; nil for other objects.
    let listed: (Any) -> [Any]?

    package init(
        keyed: @escaping (Any) -> ((String) -> Any?)?,
        listed: @escaping (Any) -> [Any]?
    ) {
        (self.keyed, self.listed) = (keyed, listed)
    }

    /// Returns the value of a key; nil if there is no value or no such key.
    ///
    /// For a list it is the values of its members, with `NSNull` for members without one.
    func value(_ key: String, of object: Any?) -> Any? {
        guard let object = Self.unwrapped(object) else { return nil }
        if key == "self" || key == "SELF" { return object }
        if let answer = keyed(object) { return Self.unwrapped(answer(key)) }
        if let entry = Self.entry(key, of: object) { return Self.unwrapped(entry) }
        if let members = members(object) {
            return members.map { value(key, of: $0) ?? NSNull() }
        }
        return ScalarKeys.value(key, of: object)
            ?? Self.property(key, of: Mirror(reflecting: object))
    }

    /// Returns the members of a list or set, or the values of a dictionary; nil for other objects.
    package func members(_ object: Any?) -> [Any]? {
        switch Self.unwrapped(object) {
        case nil, is String, is NSString, is Data, is NSData: return nil
        case let value as PredicateValue:
            guard case .list(let items) = value else { return nil }
            return items
        case let items as [Any]: return items
        case let items as NSOrderedSet: return Array(items)
        case let items as NSSet: return items.allObjects
        case let items as Set<AnyHashable>: return items.map(\.base)
        case .some(let object):
            if let items = listed(object) { return items }
            if let dictionary = object as? [AnyHashable: Any] { return Array(dictionary.values) }
            return (object as? any Sequence).map { Self.array($0) }
        }
    }

    private static func array(_ sequence: some Sequence) -> [Any] { Array(sequence) }

    /// Returns a dictionary's value for a key, which may be nil; an outer nil if the object is not a dictionary.
    private static func entry(_ key: String, of object: Any) -> Any?? {
        // A Swift dictionary can be cast to Foundation's too, but at the cost of a copy.
        if type(of: object) is NSDictionary.Type {
            return .some((object as? NSDictionary)?.object(forKey: key))
        }
        if let dictionary = object as? [String: Any] { return .some(dictionary[key]) }
        return (object as? [AnyHashable: Any]).map { $0[key] }
    }

    /// Returns the value inside any number of optionals; nil if they are empty.
    static func unwrapped(_ object: Any?) -> Any? {
        guard let object else { return nil }
        guard let optional = object as? any Wrapping else { return object }
        return unwrapped(optional.wrapped)
    }

    /// Returns a stored property, including one that a property wrapper stores under its name with a `_`.
    private static func property(_ key: String, of mirror: Mirror) -> Any? {
        for child in mirror.children where child.label == key || child.label == "_\(key)" {
            return unwrapped(child.value)
        }
        return mirror.superclassMirror.flatMap { property(key, of: $0) }
    }
}

/// A type that may be nil.
private protocol Wrapping {
    var wrapped: Any? { get }
}

extension Optional: Wrapping {
    fileprivate var wrapped: Any? { self }
}

/// The keys that texts, numbers and dates have on Apple's systems.
private enum ScalarKeys {
    static func value(_ key: String, of object: Any) -> Any? {
        switch object {
        case let text as String: value(key, of: text)
        case let date as Date:
            switch key {
            case "timeIntervalSince1970": date.timeIntervalSince1970
            case "timeIntervalSinceReferenceDate": date.timeIntervalSinceReferenceDate
            default: nil
            }
        case let number as NSNumber:
            switch key {
            case "intValue", "integerValue", "longLongValue": number.int64Value
            case "floatValue", "doubleValue": number.doubleValue
            case "boolValue": number.boolValue
            case "stringValue": number.stringValue
            default: nil
            }
        default: nil
        }
    }

    private static func value(_ key: String, of text: String) -> Any? {
        let foundation = NSString(string: text)
        switch key {
        // Apple counts UTF-16 units.
        case "length": return foundation.length
        case "lowercaseString": return foundation.lowercased
        case "uppercaseString": return foundation.uppercased
        case "capitalizedString": return foundation.capitalized
        case "intValue", "integerValue", "longLongValue": return foundation.longLongValue
        case "floatValue", "doubleValue": return foundation.doubleValue
        case "boolValue": return foundation.boolValue
        default: return nil
        }
    }
}
