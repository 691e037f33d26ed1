public import Foundation
internal import ObjectEvaluation
internal import PredicateFormat

extension NSSortDescriptor {
    /// Creates a descriptor that sorts by a key, such as `creationDate`.
    ///
    /// It also sorts lists of an app's own data: dictionaries, and objects that have keys.
    public convenience init(key: String?, ascending: Bool) {
        self.init(NamedSortDescriptor(key: key, ascending: ascending))
    }

    /// Creates a descriptor that sorts by a property that may be missing.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value?>, ascending: Bool) {
        self.init(
            NamedSortDescriptor(key: KeyPathNames.name(of: keyPath), ascending: ascending)
        )
    }

    /// Creates a descriptor from one of Swift's, such as `SortDescriptor(\PHAsset.creationDate, order: .reverse)`.
    ///
    /// A fetch uses its key path and its order; how it compares text applies only to lists.
    public convenience init<Compared: NSObject>(_ sortDescriptor: SortDescriptor<Compared>) {
        let key = sortDescriptor.keyPath.flatMap { KeyPathNames.name(of: $0) }
        let isAscending = sortDescriptor.order == .forward
        let comparison = NamedSortDescriptor(key: key, ascending: isAscending) { first, second in
            guard let first = first as? Compared, let second = second as? Compared else {
                return .orderedSame
            }
            return sortDescriptor.compare(first, second)
        }
        self.init(comparison)
    }

    /// The name of the key to sort by; nil without a key.
    public var key: String? {
        guard let named = self as? NamedSortDescriptor else {
            return KeyPathNames.name(of: keyPath)
        }
        return named.name
    }
}

/// A descriptor that was created with the name of a key.
private final class NamedSortDescriptor: NSSortDescriptor {
    let name: String?
    private let comparison: (Any, Any) -> ComparisonResult

    /// - Parameters:
    ///   - key: The name, if there is one.
    ///   - ascending: Whether the smallest value comes first.
    ///   - comparison: A closure that compares two objects in the given order; by default by the key.
    init(
        key: String?,
        ascending: Bool,
        comparison: ((Any, Any) -> ComparisonResult)? = nil
    ) {
        name = key
        self.comparison =
            comparison ?? { Self.compare($0, $1, key.flatMap { KeyPathSyntax($0) }, ascending) }
        super.init(keyPath: \NSObject.description, ascending: ascending)
    }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        comparison(object1, object2)
    }

    override var reversedSortDescriptor: Any {
        NamedSortDescriptor(key: name, ascending: !ascending) { [comparison] first, second in
            comparison(second, first)
        }
    }

    /// Returns the order of two objects; missing values come first, as in a fetch.
    private static func compare(
        _ first: Any,
        _ second: Any,
        _ path: KeyPathSyntax?,
        _ isAscending: Bool
    ) -> ComparisonResult {
        guard let path else { return .orderedSame }
        let evaluator = ObjectEvaluator(.photos)
        let values = [first, second].map {
            PredicateValue(scalar: evaluator.value(forKeyPath: path, of: $0)) ?? .null
        }
        let isLess = { (a: PredicateValue, b: PredicateValue) in
            a == .null ? b != .null : PredicateOperator.less.holds(a, b, [])
        }
        if isLess(values[0], values[1]) {
            return isAscending ? .orderedAscending : .orderedDescending
        }
        if isLess(values[1], values[0]) {
            return isAscending ? .orderedDescending : .orderedAscending
        }
        return .orderedSame
    }
}

/// A type with initialisers that choose a subclass.
private protocol SortDescriptorFactory {}

extension SortDescriptorFactory where Self: NSSortDescriptor {
    init(_ made: NamedSortDescriptor) {
        guard let descriptor = made as? Self else {
            fatalError("\(Self.self) cannot be made with a key")
        }
        self = descriptor
    }
}

extension NSSortDescriptor: SortDescriptorFactory {}
