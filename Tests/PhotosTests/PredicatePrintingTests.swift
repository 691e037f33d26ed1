import Foundation
import Photos
import Testing

struct PredicatePrintingTests {
    private static var printed: [(made: NSPredicate, text: String)] {
        [
            (
                NSPredicate(format: "a = 1 && (b<>2||c like[cd] 'x')"),
                "a == 1 AND (b != 2 OR c LIKE[cd] \"x\")"
            ),
            (NSPredicate(format: "NOT (a == YES AND b == NULL)"), "NOT (a == 1 AND b == nil)"),
            (NSPredicate(format: "%K == %@", "a.b", "x\"y"), "a.b == \"x\\\"y\""),
            (NSPredicate(format: "a in %@", [1, 2]), "a IN {1, 2}"),
            (NSPredicate(format: "SELF.a between {1, $MOST}"), "a BETWEEN {1, $MOST}"),
            (
                NSPredicate(format: "d > %@", Date(timeIntervalSinceReferenceDate: 1.5) as NSDate),
                "d > CAST(1.500000, \"NSDate\")"
            ),
            (NSPredicate(format: "SOME tags.name contains 'x'"), "ANY tags.name CONTAINS \"x\""),
            (NSPredicate(format: "(a + 2) * 3 == #any"), "(a + 2) * 3 == #any"),
            (NSPredicate(format: "a.@count > sum({1, 2})"), "a.@count > sum({1, 2})"),
            (
                NSPredicate(format: "subquery(a, $x, $x.b == 1).@count > 0"),
                "SUBQUERY(a, $x, $x.b == 1).@count > 0"
            ),
        ]
    }

    @Test
    func `predicates print as on Apple's systems, and are equal when they print the same`() {
        for (made, text) in Self.printed {
            #expect("\(made)" == text)
            #expect(NSPredicate(format: text) == made)
            #expect(NSPredicate(format: text).hash == made.hash)
            #expect(made.copy() as? NSPredicate == made)
            #expect(made != NSPredicate(value: true) && NSPredicate(value: true) != made)
        }
    }
}
