internal import PhotoModel

/// Why a text is no predicate, or one that cannot be answered.
package struct PredicateFormatError: Equatable, Sendable, DescribedInLines {
    /// What is wrong and, where it helps, what to write instead.
    package let reason: String
    /// The whole text.
    package let format: String
    /// Where in the text, in characters from its beginning; nil when it is about all of it.
    package let position: Int?

    package init(reason: String, format: String, position: Int?) {
        (self.reason, self.format, self.position) = (reason, format, position)
    }

    package var lines: [String] {
        guard let position else { return [PrintableText.line("\(reason), in: \(format)")] }
        let before = String(repeating: " ", count: Self.shown(format.prefix(position)).count)
        return [PrintableText.line(reason), "  \(Self.shown(format))", "  \(before)^"]
    }

    private static func shown(_ text: some StringProtocol) -> String {
        PrintableText.line(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
    }
}
