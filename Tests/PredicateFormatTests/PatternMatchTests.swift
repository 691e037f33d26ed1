import Foundation
import PredicateFormat
import TestSupport
import Testing

/// `MATCHES`: what ICU says, and no more work than is bearable.
struct PatternMatchTests {
    private struct Name: PredicateSubject {
        let text: String

        func value(_ key: PredicateKey) -> PredicateValue { .text(text) }
    }

    private static func tree(_ pattern: String, _ options: String = "") throws -> PredicateTree {
        try PredicateTree("filename MATCHES\(options) %@", arguments: [.text(pattern)])
    }

    @Test
    func `answers are those of NSRegularExpression for the whole text`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let pieces = [
            "a", "É", ".", "[0-9]", "[[a-z]&&[^x]]", "\\p{Lu}", "\\w", "(?:ab|a)", "\\d{2,3}",
            "\\u00e9", "(x)?", "\\.",
            "[\\p{L}--[a-c]]", "$", "^", "\\b", "\\X", "🏖️", "\\R",
        ]
        let letters = ["a", "b", "x", "É", "é", "1", "22", ".", "_", "🏖️", "\n", "Z"]
        for _ in 0..<3_000 {
            let pattern = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (pieces.randomElement(using: &random) ?? "")
                    + (["", "", "?", "+", "*?"].randomElement(using: &random) ?? "")
            }.joined()
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? ""
            }.joined()
            let folds = Bool.random(using: &random)
            let known = try? NSRegularExpression(
                pattern: "\\A(?:\(pattern))\\z",
                options: folds ? .caseInsensitive : []
            )
            guard let known else {
                #expect(throws: PredicateFormatError.self, "\(seed): \(pattern)") {
                    try Self.tree(pattern)
                }
                continue
            }
            let tree = try Self.tree(pattern, folds ? "[c]" : "")
            let answer = tree.matches(Name(text: text), now: 0)
            // The engine repeats an anchor lazily for ever.
            guard tree.givenUpPattern == nil else {
                #expect(pattern.contains(/[$^]\*\?/), "\(seed): \(pattern.debugDescription)")
                continue
            }
            // The text is folded before, as it always was.
            let shown = folds ? text.folding(options: .caseInsensitive, locale: nil) : text
            let expected =
                known.firstMatch(in: shown, range: NSRange(location: 0, length: shown.utf16.count))
                != nil
            #expect(
                answer == expected,
                "\(seed): \(pattern.debugDescription) on \(text.debugDescription)"
            )
        }
    }

    @Test(arguments: ["(a+)+b", "(a|a)*b", "(.*a){20}b", "(a?){60}a{60}", "(a*)*[^a]c"])
    func `a pattern that explodes is given up, and then costs nothing`(_ pattern: String) throws {
        // A pattern that no other test has.
        let tree = try Self.tree("(?#\(UUID()))\(pattern)")
        let negated = PredicateTree.not(tree)
        #expect(tree.givenUpPattern == nil)
        for number in 0..<5_000 {
            let name = Name(text: String(repeating: "a", count: 60 + number % 100) + "!")
            #expect(!tree.matches(name, now: 0))
        }
        #expect(tree.givenUpPattern?.hasSuffix(pattern) == true)
        #expect(negated.givenUpPattern == tree.givenUpPattern)
        #expect(try Self.tree("IMG_[0-9]+").givenUpPattern == nil)
    }

    @Test
    func `a pattern that is only slow on some names goes on among many that are quick`() throws {
        let tree = try Self.tree("(?#\(UUID())).*a.*a.*b")
        let slow = Name(text: String(repeating: "a", count: 250))
        for _ in 0..<20 {
            #expect(!tree.matches(slow, now: 0))
            for _ in 0..<5_000 { _ = tree.matches(Name(text: "IMG_0001.HEIC"), now: 0) }
        }
        #expect(tree.matches(Name(text: "aab"), now: 0))
        #expect(tree.givenUpPattern == nil)
    }

    @Test
    func `patterns that come from the assets have one purse together`() throws {
        let tree = try PredicateTree(
            "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' MATCHES filename"
        )
        for number in 0..<5_000 {
            _ = tree.matches(Name(text: "(a+)+b\(number)"), now: 0)
        }
        #expect(tree.givenUpPattern == "filename")
    }
}
