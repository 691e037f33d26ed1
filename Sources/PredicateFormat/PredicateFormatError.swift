/// Why a text is no predicate, or one that cannot be answered.
package struct PredicateFormatError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong and, where it helps, what to write instead.
    package let reason: String
    /// The whole text.
    package let format: String
    /// Where in the text, in characters from its beginning; nil when it is about all of it.
    package let position: Int?

    package init(reason: String, format: String, position: Int?) {
        (self.reason, self.format, self.position) = (reason, format, position)
    }

    package var description: String {
        guard let position else { return "\(reason), in: \(format)" }
        let before = String(repeating: " ", count: position)
        return "\(reason)\n  \(Self.oneLine(format))\n  \(before)^"
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
