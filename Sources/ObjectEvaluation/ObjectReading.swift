internal import Foundation
internal import PredicateFormat

/// How the values of an app's own data are asked for by the names of keys.
///
/// Key-value coding on Apple's systems; what a language without it can offer elsewhere: dictionaries, lists, what says
/// itself what it has, and the stored properties of all else.
package struct ObjectReading {
    /// Answers for the keys of an object that knows them itself; nil for other objects.
    let keyed: (Any) -> ((String) -> Any?)?
    /// The members of a list that is none of Foundation's; nil for other objects.
    let listed: (Any) -> [Any]?

    package init(
        keyed: @escaping (Any) -> ((String) -> Any?)?,
        listed: @escaping (Any) -> [Any]?
    ) {
        (self.keyed, self.listed) = (keyed, listed)
    }

    /// The value of a key; nil when there is none, or no such key.
    ///
    /// That of a list are the values of its members, `NSNull` for those without one.
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

    /// The members of a list or set, or the values of a dictionary; nil for what is none.
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

    /// What a dictionary has for a key, perhaps nothing; nil for what is no dictionary.
    private static func entry(_ key: String, of object: Any) -> Any?? {
        // A dictionary of Swift's would be one of Foundation's too, at the cost of being copied.
        if type(of: object) is NSDictionary.Type {
            return .some((object as? NSDictionary)?.object(forKey: key))
        }
        if let dictionary = object as? [String: Any] { return .some(dictionary[key]) }
        return (object as? [AnyHashable: Any]).map { $0[key] }
    }

    /// What is in optionals, however many; nil for nothing.
    static func unwrapped(_ object: Any?) -> Any? {
        guard let object else { return nil }
        guard let optional = object as? any Wrapping else { return object }
        return unwrapped(optional.wrapped)
    }

    /// A stored property, also one that a property wrapper stores under its name with a `_`.
    private static func property(_ key: String, of mirror: Mirror) -> Any? {
        for child in mirror.children where child.label == key || child.label == "_\(key)" {
            return unwrapped(child.value)
        }
        return mirror.superclassMirror.flatMap { property(key, of: $0) }
    }
}

/// Something that may be nothing.
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
        // What Apple counts are units of UTF-16.
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
