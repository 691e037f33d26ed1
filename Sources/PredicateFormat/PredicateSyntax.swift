/// A condition as it was written.
///
/// Which keys there are, and what can be compared, is decided later: by ``PredicateResolver`` for a fetch, by nobody
/// for an app's own data.
package indirect enum PredicateSyntax: Sendable {
    case constant(Bool)
    case not(PredicateSyntax)
    case and([PredicateSyntax])
    case or([PredicateSyntax])
    case comparison(Comparison)

    package struct Comparison: Sendable {
        /// How many of the values on the left have to fulfil it; nil when there is one value.
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

/// What was written on a side of a comparison.
package indirect enum ExpressionSyntax: Sendable {
    case constant(PredicateValue)
    /// Of the arguments the one at this position.
    case argument(Int)
    /// `$NAME`, with its place in the text.
    case variable(String, at: Int)
    /// `SELF`.
    case subject
    case path(KeyPathSyntax)
    case list([ExpressionSyntax])
    /// The moment the question is asked, and so many microseconds more.
    case now(Int64)
    case arithmetic(ExpressionSyntax, PredicateTerm.Arithmetic, ExpressionSyntax, at: Int)
    case function(PredicateFunction, [ExpressionSyntax], at: Int)
    /// The members of a collection for which a condition on the variable holds.
    case subquery(ExpressionSyntax, variable: String, PredicateSyntax, at: Int)
}

/// Keys one after another, beginning at a value.
package struct KeyPathSyntax: Sendable {
    package enum Step: Sendable, Equatable {
        case key(String)
        /// `@count`, `@max` and the like.
        case aggregate(KeyPathAggregate)
        case index(Index)
    }

    /// Which member of a list: `[2]`, `[FIRST]`, `[LAST]`, or how many there are, `[SIZE]`.
    package enum Index: Sendable, Equatable {
        case number(Int)
        case first, last, size
    }

    package var root: ExpressionSyntax
    package var steps: [Step]
    /// Whether it is one plain word, which can be the name of a number, such as `image`.
    let isPlain: Bool
    let position: Int

    /// The key, if it is nothing but one.
    var onlyKey: String? {
        guard case .subject = root, steps.count == 1, case .key(let name) = steps[0] else {
            return nil
        }
        return name
    }
}

/// What key paths calculate from many values.
package enum KeyPathAggregate: String, Sendable, CaseIterable {
    case count, sum, avg, min, max
    case unionOfObjects, distinctUnionOfObjects
    case unionOfArrays, distinctUnionOfArrays
    case unionOfSets, distinctUnionOfSets
}

/// What can be calculated from values in parentheses.
package enum PredicateFunction: String, Sendable, CaseIterable {
    case sum, count, min, max, average
    case sqrt, log, ln, exp, floor, ceiling, abs, trunc
    case uppercase, lowercase, length
    case cast

    /// How many values it takes; nil for any number.
    var parameterCount: Int? {
        switch self {
        case .sum, .count, .min, .max, .average: nil
        case .cast: 2
        default: 1
        }
    }
}

extension PredicateSyntax {
    /// Reads a condition.
    ///
    /// - Parameters:
    ///   - format: In the format language of `NSPredicate`.
    ///   - arguments: One for each argument there is: its text, which `%K` takes for a key, or nil.
    /// - Throws: ``PredicateFormatError`` for what is no condition; never for a key.
    package init(_ format: String, arguments: [String?] = []) throws(PredicateFormatError) {
        var parser = try PredicateParser(format, arguments: arguments)
        self = try parser.parse()
    }
}
