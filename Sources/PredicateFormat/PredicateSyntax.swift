/// A condition as written.
///
/// The keys, and the operands that can be compared, are checked later: by ``PredicateResolver`` for a fetch, and not at
/// all for an app's own data.
package indirect enum PredicateSyntax: Sendable {
    case constant(Bool)
    case not(PredicateSyntax)
    case and([PredicateSyntax])
    case or([PredicateSyntax])
    case comparison(Comparison)

    package struct Comparison: Sendable {
        /// The number of values on the left that must fulfil it; nil if there is one value.
        package var quantifier: Quantifier?
        package var left: ExpressionSyntax
        package var asked: PredicateOperator
        package var right: ExpressionSyntax
        package var options: TextOptions
        let position: Int
    }

    package enum Quantifier: String, Sendable {
        case any = "ANY"
        case all = "ALL"
    }
}

/// One side of a comparison as written.
package indirect enum ExpressionSyntax: Sendable {
    case constant(PredicateValue)
    /// The argument at this position.
    case argument(Int)
    /// `$NAME`, with its position in the text.
    case variable(String, at: Int)
    /// `SELF`.
    case subject
    case path(KeyPathSyntax)
    case list([ExpressionSyntax])
    /// The time of evaluation, plus a number of microseconds.
    case now(Int64)
    case arithmetic(ExpressionSyntax, PredicateTerm.Arithmetic, ExpressionSyntax, at: Int)
    case function(PredicateFunction, [ExpressionSyntax], at: Int)
    /// The members of a collection for which a condition on the variable holds.
    case subquery(ExpressionSyntax, variable: String, PredicateSyntax, at: Int)
}

/// A sequence of keys, beginning at a value.
package struct KeyPathSyntax: Sendable {
    package enum Step: Sendable, Equatable {
        case key(String)
        /// An aggregate such as `@count` or `@max`.
        case aggregate(KeyPathAggregate)
        case index(Index)
    }

    /// The index of a list's member: `[2]`, `[FIRST]`, `[LAST]`, or the number of members, `[SIZE]`.
    package enum Index: Sendable, Equatable {
        case number(Int)
        case first, last, size
    }

    package var root: ExpressionSyntax
    package var steps: [Step]
    /// Whether it is one plain word, which may be the name of a number, such as `image`.
    let isPlain: Bool
    let position: Int

    /// The key, if the path consists of only one.
    var onlyKey: String? {
        guard case .subject = root, steps.count == 1, case .key(let name) = steps[0] else {
            return nil
        }
        return name
    }
}

/// The aggregates that key paths compute from many values.
package enum KeyPathAggregate: String, Sendable, CaseIterable {
    case count, sum, avg, min, max
    case unionOfObjects, distinctUnionOfObjects
    case unionOfArrays, distinctUnionOfArrays
    case unionOfSets, distinctUnionOfSets
}

/// The functions of values in parentheses.
package enum PredicateFunction: String, Sendable, CaseIterable {
    case sum, count, min, max, average
    case sqrt, log, ln, exp, floor, ceiling, abs, trunc
    case uppercase, lowercase, length
    case cast

    /// The number of values it takes; nil for any number.
    var parameterCount: Int? {
        switch self {
        case .sum, .count, .min, .max, .average: nil
        case .cast: 2
        default: 1
        }
    }
}

extension PredicateSyntax {
    /// Parses a condition.
    ///
    /// - Parameters:
    ///   - format: A condition in the format language of `NSPredicate`.
    ///   - arguments: An element for each argument: its text, which `%K` takes as a key, or nil.
    /// - Throws: ``PredicateFormatError`` if it is not a condition; keys are not checked.
    package init(_ format: String, arguments: [String?] = []) throws(PredicateFormatError) {
        var parser = try PredicateParser(format, arguments: arguments)
        self = try parser.parse()
    }
}
