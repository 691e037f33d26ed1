internal import Foundation
internal import PredicateFormat

// The expressions that the `#Predicate` macro builds, as parts of a condition. Expressions without a counterpart in the
// format language do not conform and are rejected by name.

/// A part of a `#Predicate` that a condition can express.
protocol PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart
}

/// The translation of a part of a `#Predicate`.
enum TranslatedPart {
    case tree(PredicateTree)
    case term(PredicateTerm)
    /// The object itself.
    case subject

    func tree(of part: Any) throws -> PredicateTree {
        switch self {
        case .tree(let tree): return tree
        case .term(.constant(.integer(let number))): return .constant(number != 0)
        case .term(let term): return .comparison(term, .equal, .constant(.bool(true)), [])
        case .subject: throw PredicateTranslation.refusal(part)
        }
    }

    func term(of part: Any) throws -> PredicateTerm {
        switch self {
        case .term(let term): return term
        case .subject: return .key(.localIdentifier)
        case .tree: throw PredicateTranslation.refusal(part)
        }
    }
}

/// Translates a `#Predicate` about one object.
struct PredicateTranslation {
    /// The kind of object that the keys belong to.
    let entity: PredicateKey.Entity

    /// Returns a constant for a value, such as a date, that `%@` could stand for.
    func constant(_ value: Any) throws -> PredicateTerm {
        guard let value = PredicateArgument.value(value) else { throw Self.refusal(value) }
        guard case .list(let items) = value else { return .constant(value) }
        return .list(items.map { .constant($0) })
    }

    func part(_ expression: Any) throws -> TranslatedPart {
        guard let translatable = expression as? any PredicateTranslatable else {
            throw Self.refusal(expression)
        }
        return try translatable.translated(self)
    }

    func tree(_ expression: Any) throws -> PredicateTree {
        try part(expression).tree(of: expression)
    }

    func term(_ expression: Any) throws -> PredicateTerm {
        try part(expression).term(of: expression)
    }

    func compare(
        _ left: Any,
        _ asked: PredicateOperator,
        _ right: Any,
        _ options: TextOptions = []
    ) throws -> TranslatedPart {
        .tree(.comparison(try term(left), asked, try term(right), options))
    }

    static func refusal(_ part: Any) -> PredicateFormatError {
        let name = "\(type(of: part))".prefix { $0 != "<" }
        return PredicateFormatError(
            reason: "a predicate in code cannot use \(name)",
            format: "\(part)",
            position: nil
        )
    }
}

extension PredicateExpressions.Variable: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) -> TranslatedPart { .subject }
}

extension PredicateExpressions.Value: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        .term(try context.constant(value))
    }
}

extension PredicateExpressions.NilLiteral: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) -> TranslatedPart {
        .term(.constant(.null))
    }
}

extension PredicateExpressions.KeyPath: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        let part = try context.part(root)
        guard case .subject = part else {
            // An enumeration or option set is already represented by its number.
            guard isRawValue else { throw PredicateTranslation.refusal(self) }
            return part
        }
        guard let name = KeyPathNames.name(of: keyPath),
            let key = PredicateKey(name, of: context.entity)
        else {
            throw PredicateFormatError(
                reason: "there is no key \(keyPath) in a catalogue",
                format: "\(keyPath)",
                position: nil
            )
        }
        return .term(.key(key))
    }
}

extension PredicateExpressions.KeyPath {
    private var isRawValue: Bool {
        let path = keyPath as AnyKeyPath
        return path == \PHAssetMediaType.rawValue || path == \PHAssetMediaSubtype.rawValue
    }
}

extension PredicateExpressions.Conjunction: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        .tree(.and([try context.tree(lhs), try context.tree(rhs)]))
    }
}

extension PredicateExpressions.Disjunction: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        .tree(.or([try context.tree(lhs), try context.tree(rhs)]))
    }
}

extension PredicateExpressions.Negation: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        .tree(.not(try context.tree(wrapped)))
    }
}

extension PredicateExpressions.Equal: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        try context.compare(lhs, .equal, rhs)
    }
}

extension PredicateExpressions.NotEqual: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        try context.compare(lhs, .notEqual, rhs)
    }
}

extension PredicateExpressions.Comparison: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        switch op {
        case .lessThan: return try context.compare(lhs, .less, rhs)
        case .lessThanOrEqual: return try context.compare(lhs, .lessOrEqual, rhs)
        case .greaterThan: return try context.compare(lhs, .greater, rhs)
        case .greaterThanOrEqual: return try context.compare(lhs, .greaterOrEqual, rhs)
        @unknown default: throw PredicateTranslation.refusal(self)
        }
    }
}

extension PredicateExpressions.Arithmetic: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        let sign: PredicateTerm.Arithmetic
        switch op {
        case .add: sign = .add
        case .subtract: sign = .subtract
        case .multiply: sign = .multiply
        @unknown default: throw PredicateTranslation.refusal(self)
        }
        return .term(.arithmetic(try context.term(lhs), sign, try context.term(rhs)))
    }
}

extension PredicateExpressions.FloatDivision: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        .term(.arithmetic(try context.term(lhs), .divide, try context.term(rhs)))
    }
}

extension PredicateExpressions.IntDivision: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        .term(.arithmetic(try context.term(lhs), .divide, try context.term(rhs)))
    }
}

extension PredicateExpressions.UnaryMinus: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        let zero = PredicateTerm.constant(.integer(0))
        return .term(.arithmetic(zero, .subtract, try context.term(wrapped)))
    }
}

extension PredicateExpressions.SequenceContains: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        try context.compare(element, .isIn, sequence)
    }
}

extension PredicateExpressions.CollectionContainsCollection: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        try context.compare(base, .contains, other)
    }
}

extension PredicateExpressions.SequenceStartsWith: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        try context.compare(base, .beginsWith, prefix)
    }
}

extension PredicateExpressions.ForcedUnwrap: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        try context.part(inner)
    }
}

extension PredicateExpressions.RangeExpressionContains: PredicateTranslatable {
    func translated(_ context: PredicateTranslation) throws -> TranslatedPart {
        guard let bounds = range as? any PredicateRange else {
            throw PredicateTranslation.refusal(range)
        }
        let (first, last, isClosed) = bounds.bounds
        let above = try context.compare(element, .greaterOrEqual, first)
        let below = try context.compare(element, isClosed ? .lessOrEqual : .less, last)
        return .tree(.and([try above.tree(of: self), try below.tree(of: self)]))
    }
}

/// A range whose bounds are expressions.
private protocol PredicateRange {
    var bounds: (first: Any, last: Any, isClosed: Bool) { get }
}

extension PredicateExpressions.Range: PredicateRange {
    fileprivate var bounds: (first: Any, last: Any, isClosed: Bool) { (lower, upper, false) }
}

extension PredicateExpressions.ClosedRange: PredicateRange {
    fileprivate var bounds: (first: Any, last: Any, isClosed: Bool) { (lower, upper, true) }
}

extension PredicateExpressions.Value: PredicateRange {
    fileprivate var bounds: (first: Any, last: Any, isClosed: Bool) {
        func ends(_ range: some RangeEnds) -> (Any, Any, Bool) { range.ends }
        guard let range = value as? any RangeEnds else { return (self, self, true) }
        return ends(range)
    }
}

/// A range of Swift's own, with its bounds as constants.
private protocol RangeEnds {
    var ends: (Any, Any, Bool) { get }
}

extension Range: RangeEnds {
    fileprivate var ends: (Any, Any, Bool) {
        (
            PredicateExpressions.Value(lowerBound), PredicateExpressions.Value(upperBound),
            false
        )
    }
}

extension ClosedRange: RangeEnds {
    fileprivate var ends: (Any, Any, Bool) {
        (
            PredicateExpressions.Value(lowerBound), PredicateExpressions.Value(upperBound),
            true
        )
    }
}
