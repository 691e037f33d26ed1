internal import PhotoModel

/// The reason why a text is not a valid predicate, or cannot be evaluated.
package struct PredicateFormatError: Equatable, Sendable, DescribedInLines {
    /// The fault and, where it helps, a correction.
    package let reason: String
    /// The whole text.
    package let format: String
    /// The position of the fault in characters from the beginning; nil if it concerns the whole text.
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
