/// A condition, parsed from the format language or built in code.
package indirect enum PredicateTree: Equatable, Sendable {
    case constant(Bool)
    case not(PredicateTree)
    case and([PredicateTree])
    case or([PredicateTree])
    /// A comparison; for a key with several values, whether it holds for any of them.
    case comparison(PredicateTerm, PredicateOperator, PredicateTerm, TextOptions)
}

/// One side of a comparison.
package indirect enum PredicateTerm: Equatable, Sendable {
    case key(PredicateKey)
    case constant(PredicateValue)
    case list([PredicateTerm])
    /// A time on the clock of the library, in microseconds since 1970-01-01T00:00:00; read as UTC without a library.
    case localTime(Int64)
    /// The time of evaluation, plus a number of microseconds.
    case now(Int64)
    case arithmetic(PredicateTerm, Arithmetic, PredicateTerm)

    package enum Arithmetic: String, Sendable {
        case add = "+"
        case subtract = "-"
        case multiply = "*"
        case divide = "/"
        case bitAnd = "&"
        case bitOr = "|"

        /// The precedence of the operator.
        var strength: Int {
            switch self {
            case .bitOr: 1
            case .bitAnd: 2
            case .add, .subtract: 3
            case .multiply, .divide: 4
            }
        }
    }
}

/// The operator of a comparison.
package enum PredicateOperator: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "IN"
    case between = "BETWEEN"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case like = "LIKE"
    case matches = "MATCHES"
}

/// The options for comparing texts: ignoring case, ignoring diacritics.
package struct TextOptions: OptionSet, Equatable, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let ignoringCase = Self(rawValue: 1)
    package static let ignoringDiacritics = Self(rawValue: 2)
}

extension PredicateTree {
    /// Parses a condition.
    ///
    /// - Parameters:
    ///   - format: A condition in the format language of `NSPredicate`.
    ///   - arguments: The values for `%@` and other arguments, in order.
    ///   - entity: The kind of object that the condition is about.
    /// - Throws: ``PredicateFormatError`` with the position in the text.
    package init(
        _ format: String,
        arguments: [PredicateValue] = [],
        about entity: PredicateKey.Entity = .asset
    ) throws(PredicateFormatError) {
        let names = arguments.map { argument -> String? in
            guard case .text(let name) = argument else { return nil }
            return name
        }
        let syntax = try PredicateSyntax(format, arguments: names)
        let resolver = PredicateResolver(entity, format: format, arguments: arguments)
        self = try resolver.tree(syntax)
    }
}
