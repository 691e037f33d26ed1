public import Foundation
internal import ObjectEvaluation
internal import PredicateFormat

extension NSSortDescriptor {
    /// Sorts by the key of this name, such as `creationDate`.
    ///
    /// Lists of an app's own data are sorted by it too: dictionaries, and objects that have keys.
    public convenience init(key: String?, ascending: Bool) {
        self.init(NamedSortDescriptor(key: key, ascending: ascending))
    }

    /// Sorts by a property that may be missing.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value?>, ascending: Bool) {
        self.init(
            NamedSortDescriptor(key: KeyPathNames.name(of: keyPath), ascending: ascending)
        )
    }

    /// Sorts as a descriptor of Swift's does, such as `SortDescriptor(\PHAsset.creationDate, order: .reverse)`.
    ///
    /// A fetch takes its key path and its order; how it compares texts is for lists only.
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

    /// The name of the key it sorts by; nil when it has none.
    public var key: String? {
        guard let named = self as? NamedSortDescriptor else {
            return KeyPathNames.name(of: keyPath)
        }
        return named.name
    }
}

/// A descriptor that was made with the name of a key.
private final class NamedSortDescriptor: NSSortDescriptor {
    let name: String?
    private let comparison: (Any, Any) -> ComparisonResult

    /// - Parameters:
    ///   - key: The name, if there is one.
    ///   - ascending: Whether the least comes first.
    ///   - comparison: How two objects are compared, the order taken into account; by default by the key.
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

    /// What has no value comes first, as in a fetch.
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

/// What initialisers that choose a subclass need.
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
