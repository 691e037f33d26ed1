internal import Foundation

/// The comparisons of texts that SQL does not have.
package enum TextMatch {
    /// Whether a text contains, begins with, is like … another; false if either value is not a text.
    static func holds(
        _ asked: PredicateOperator,
        _ left: PredicateValue,
        _ right: PredicateValue,
        _ options: TextOptions
    ) -> Bool {
        guard case .text(let text) = left, case .text(let pattern) = right else { return false }
        return holds(asked, text, pattern, options)
    }

    package static func holds(
        _ asked: PredicateOperator,
        _ text: String,
        _ pattern: String,
        _ options: TextOptions
    ) -> Bool {
        let text = folded(text, options)
        if asked == .matches { return PatternStore.fits(pattern, text, options) }
        let pattern = folded(pattern, options)
        let (a, b) = (Array(text.utf8), Array(pattern.utf8))
        switch asked {
        case .contains: return contains(a, b)
        case .beginsWith: return a.starts(with: b)
        case .endsWith: return a.reversed().starts(with: b.reversed())
        case .like: return isLike(Array(text), Array(pattern))
        default:
            return asked.holds(.text(text), .text(pattern), [])
        }
    }

    /// Returns a text without the differences that `options` ignore.
    static func folded(_ text: String, _ options: TextOptions) -> String {
        guard !options.isEmpty else { return text }
        var folding: String.CompareOptions = []
        if options.contains(.ignoringCase) { folding.insert(.caseInsensitive) }
        if options.contains(.ignoringDiacritics) { folding.insert(.diacriticInsensitive) }
        return text.folding(options: folding, locale: nil)
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard !part.isEmpty, text.count >= part.count else { return part.isEmpty }
        return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
    }

    /// Matches a pattern in which `?` stands for a character, `*` for any number of them, and `\` escapes either.
    static func isLike(_ text: [Character], _ pattern: [Character]) -> Bool {
        var (at, position) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while at < text.count {
            if position < pattern.count, pattern[position] == "*" {
                star = (position + 1, at)
                position += 1
            } else if let length = step(text[at], pattern, position) {
                (at, position) = (at + 1, position + length)
            } else if let last = star {
                // Try again with the last star standing for one more character.
                star = (last.pattern, last.text + 1)
                (position, at) = (last.pattern, last.text + 1)
            } else {
                return false
            }
        }
        while position < pattern.count, pattern[position] == "*" { position += 1 }
        return position == pattern.count
    }

    /// Returns the length of the pattern element that matches a character; nil if it does not match.
    private static func step(_ character: Character, _ pattern: [Character], _ at: Int) -> Int? {
        guard at < pattern.count else { return nil }
        if pattern[at] == "\\", at + 1 < pattern.count {
            return pattern[at + 1] == character ? 2 : nil
        }
        return pattern[at] == "?" || pattern[at] == character ? 1 : nil
    }
}
