import PredicateFormat
import TestSupport
import Testing

struct PredicateSyntaxTests {
    private static let words = [
        "a", "b.c", "SELF", "==", "!=", "<", "IN", "CONTAINS[c]", "BETWEEN", "1", "2.5", "'x'",
        "NULL",
        "AND", "OR", "NOT", "ANY", "ALL", "NONE", "(", ")", "{", "}", ",", "+", "*", "&", "-", "%@",
        "%K", "$x", ".", "@count", "[0]", "[LAST]", "sum(", "CAST(", "'NSDate'", "NOW(", "#any",
        "SUBQUERY(a, $x, $x == 1).@count", "CAST(1.5, 'NSDate')", "TRUEPREDICATE", "@max", "now()",
    ]

    /// What can be told of a condition without evaluating it: its text, arguments in their place.
    private static func printed(_ text: String) -> String? {
        let syntax = try? PredicateSyntax(text, arguments: ["k.@sum.l", nil])
        return syntax?.format { "\"argument \($0)\"" }
    }

    @Test
    func `what random texts of the whole language print reads and prints the same`() {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        var (tries, accepted) = (0, 0)
        while tries < 10_000 || (accepted < 100 && tries < 1_000_000) {
            tries += 1
            let count = Int.random(in: 1...9, using: &generator)
            // Half of them begin as a condition does, or few would be one.
            let begin = Bool.random(using: &generator) ? ["a", "=="] : []
            let words = (0..<count).map { _ in Self.words.randomElement(using: &generator) ?? "" }
            let text = (begin + words).joined(separator: " ")
            guard let first = Self.printed(text) else { continue }
            accepted += 1
            #expect(Self.printed(first) == first, "seed \(seed): \(text)")
        }
        #expect(accepted >= 100, "seed \(seed)")
    }
}
