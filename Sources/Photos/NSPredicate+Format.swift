public import Foundation
internal import PredicateFormat

// What `NSPredicate` has on Apple's systems and Foundation on Linux has not: the format language.

extension NSObject: @retroactive CVarArg {
    /// Never asked: formats read here take the objects themselves.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: ObjectIdentifier(self))] }
}

extension Date: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { timeIntervalSinceReferenceDate._cVarArgEncoding }
}

extension Array: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension NSPredicate {
    /// A condition in the format language, with arguments for `%@`, `%d`, `%K` and the like.
    ///
    /// A text that is no condition ends the program with a message that says what and where, as on
    /// Apple's systems.
    public convenience init(format: String, _ arguments: any CVarArg...) {
        self.init(text: format, arguments: arguments)
    }

    /// A condition in the format language; nil stands for no arguments.
    public convenience init(format: String, argumentArray arguments: [Any]?) {
        self.init(text: format, arguments: arguments ?? [])
    }

    private convenience init(text: String, arguments: [Any]) {
        do {
            var values: [PredicateValue] = []
            for argument in arguments { values.append(try PredicateArgument.value(argument)) }
            self.init(tree: try Self.parsed(text, values))
        } catch {
            fatalError("Unable to parse the format string \"\(text)\": \(error)")
        }
    }

    /// What the keys are of is not known yet: assets and collections have some of their own.
    private static func parsed(
        _ text: String,
        _ values: [PredicateValue]
    ) throws(PredicateFormatError) -> PredicateTree {
        do {
            return try PredicateTree(text, arguments: values)
        } catch {
            guard let tree = try? PredicateTree(text, arguments: values, about: .collection) else {
                throw error
            }
            return tree
        }
    }

    convenience init(tree: PredicateTree) {
        self.init { object, _ in
            if let probe = object as? PredicateProbe {
                probe.tree = tree
                return false
            }
            return tree.matches(AnySubject(object), now: PredicateArgument.now())
        }
    }

    /// The condition, if it was made of text or put together of such.
    var tree: PredicateTree? {
        if let compound = self as? NSCompoundPredicate { return compound.joined }
        let probe = PredicateProbe()
        _ = evaluate(with: probe)
        return probe.tree
    }
}

extension NSCompoundPredicate {
    fileprivate var joined: PredicateTree? {
        var parts: [PredicateTree] = []
        for predicate in subpredicates {
            guard let tree = predicate.tree else { return nil }
            parts.append(tree)
        }
        guard parts.count == subpredicates.count else { return nil }
        switch compoundPredicateType {
        case .and: return .and(parts)
        // No conditions at all hold, on Apple's systems also when any of them would do.
        case .or: return parts.isEmpty ? .constant(true) : .or(parts)
        case .not: return parts.first.map { .not($0) }
        @unknown default: return nil
        }
    }
}

/// Asks a predicate for the condition it was made of.
private final class PredicateProbe: NSObject {
    var tree: PredicateTree?
}

/// Turns the arguments of a format into values.
enum PredicateArgument {
    /// Microseconds since 1970.
    static func now() -> Int64 { microseconds(Date()) }

    static func microseconds(_ date: Date) -> Int64 {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        return Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max)
    }

    static func value(_ argument: Any) throws(PredicateFormatError) -> PredicateValue {
        switch argument {
        case let text as String: return .text(text)
        case let flag as Bool: return .bool(flag)
        case let number as any BinaryInteger: return .integer(Int64(clamping: number))
        case let number as any BinaryFloatingPoint: return .real(Double(number))
        case let number as NSNumber: return numeric(number)
        case let text as NSString: return .text(text._bridgeToSwift())
        case let date as Date: return .date(microseconds(date))
        case let date as NSDate:
            return .date(microseconds(Date(timeIntervalSince1970: date.timeIntervalSince1970)))
        case is NSNull: return .null
        case let object as PHObject: return .text(object.localIdentifier)
        case let options as any NumberedOptions: return .integer(options.number)
        case let value as any NumberedCase: return .integer(value.number)
        case let items as [Any]: return try list(items)
        case let items as NSArray: return try list(items.map { $0 })
        case let items as Set<AnyHashable>: return try list(items.map(\.base))
        case let items as NSSet: return try list(items.map { $0 })
        default:
            throw PredicateFormatError(
                reason: "an argument of the type \(type(of: argument)) cannot be compared",
                format: "\(argument)",
                position: nil
            )
        }
    }

    private static func numeric(_ number: NSNumber) -> PredicateValue {
        let isReal = ["f", "d"].contains(unsafe String(cString: number.objCType))
        return isReal ? .real(number.doubleValue) : .integer(number.int64Value)
    }

    private static func list(_ items: [Any]) throws(PredicateFormatError) -> PredicateValue {
        var values: [PredicateValue] = []
        for item in items { values.append(try value(item)) }
        return .list(values)
    }
}

/// Anything `evaluate(with:)` may be given: photo objects, and dictionaries by the names of keys.
private struct AnySubject: PredicateSubject {
    private let object: Any?

    init(_ object: Any?) {
        self.object = object
    }

    func value(_ key: PredicateKey) -> PredicateValue {
        if let object = object as? PHObject { return object.value(of: key) }
        guard let dictionary = object as? [String: Any] else { return .null }
        for (name, value) in dictionary
        where PredicateKey(name, of: .asset) == key || PredicateKey(name, of: .collection) == key {
            return (try? PredicateArgument.value(value)) ?? .null
        }
        return .null
    }
}

/// An option set of a number.
protocol NumberedOptions: OptionSet where RawValue == UInt {}

extension NumberedOptions {
    var number: Int64 { Int64(truncatingIfNeeded: rawValue) }
}

extension PHAssetMediaSubtype: NumberedOptions {}
extension PHAssetSourceType: NumberedOptions {}
extension PHAssetBurstSelectionType: NumberedOptions {}

/// A case of a number.
protocol NumberedCase: RawRepresentable where RawValue == Int {}

extension NumberedCase {
    var number: Int64 { Int64(rawValue) }
}

extension PHAssetMediaType: NumberedCase {}
