internal import Foundation

/// The comparisons of texts that SQL has not.
package enum TextMatch {
    /// Whether a text contains, begins with, is like … another; false when one of them is none.
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

    /// A text in which only what `options` leave matters.
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

    /// `?` stands for a character, `*` for any number of them, `\` takes either as it is.
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
                // What the last star stands for is one character longer.
                star = (last.pattern, last.text + 1)
                (position, at) = (last.pattern, last.text + 1)
            } else {
                return false
            }
        }
        while position < pattern.count, pattern[position] == "*" { position += 1 }
        return position == pattern.count
    }

    /// How much of the pattern a character takes, if it fits.
    private static func step(_ character: Character, _ pattern: [Character], _ at: Int) -> Int? {
        guard at < pattern.count else { return nil }
        if pattern[at] == "\\", at + 1 < pattern.count {
            return pattern[at + 1] == character ? 2 : nil
        }
        return pattern[at] == "?" || pattern[at] == character ? 1 : nil
    }
}
