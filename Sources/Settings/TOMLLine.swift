/// A line of a configuration, as far as its quotes, brackets and words reveal mistakes.
struct TOMLLine {
    /// The text before the equals sign, or in the brackets of a table; nil if it is not a valid name.
    let key: String?
    /// The number of lists it opens and does not close; negative if it closes lists of other lines.
    private(set) var openLists = 0
    let isBlank: Bool
    private let isTable: Bool
    private let hasEqualsSign: Bool
    /// The quote that is not closed.
    private var openQuote: Character?
    /// Whether a string in it contains the character 0, which would end the parser's string.
    private(set) var namesNUL = false
    /// The text outside of quotes, without brackets and commas.
    private var words = ""

    /// Returns the lines of a text; a line end of Windows has two bytes, but is a single character here.
    static func all(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    init(_ text: Substring) {
        let start = text.drop(while: \.isWhitespace)
        isBlank = start.isEmpty
        isTable = start.hasPrefix("[")
        hasEqualsSign = start.contains("=")
        let name =
            isTable
            ? start.drop { $0 == "[" }.prefix { $0 != "]" } : start.prefix { !"=:[#".contains($0) }
        let said = name.split(whereSeparator: \.isWhitespace)
        key = said.count == 1 && said[0].allSatisfy(Self.isOfName) ? String(said[0]) : nil
        // The value of the key, or a part of a list that began earlier.
        let hasKey = key != nil && !isTable && hasEqualsSign
        scan(hasKey ? start.drop { $0 != "=" }.dropFirst() : start)
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
    }

    private mutating func scan(_ value: Substring) {
        var isEscaped = false
        for (index, character) in zip(value.indices, value) {
            if let quote = openQuote {
                if character == quote, !isEscaped { openQuote = nil }
                if isEscaped, Self.isNUL(value[index...]) { namesNUL = true }
                isEscaped = quote == "\"" && character == "\\" && !isEscaped
                continue
            }
            switch character {
            case "#": return
            case "\"", "'": openQuote = character
            case "[": openLists += 1
            case "]": openLists -= 1
            case ",": words += " "
            default: words.append(character)
            }
        }
    }

    /// Returns whether the text after a backslash is an escape for the character 0.
    private static func isNUL(_ text: Substring) -> Bool {
        text.hasPrefix("u0000") || text.hasPrefix("U00000000")
    }

    /// Returns a description of the mistake; nil if the line alone does not show one.
    ///
    /// `isOfTexts`: Whether its key takes strings.
    func mistake(isOfTexts: Bool) -> String? {
        guard key == nil || isTable || hasEqualsSign else {
            return "there is no = between the key and its value"
        }
        if let openQuote { return "the closing \(openQuote) is missing" }
        if openLists > 0 { return "the closing ] is missing" }
        // A line without a key is part of a list, or cannot be judged.
        guard !isTable, key != nil || !hasEqualsSign else { return nil }
        let bare = words.split(whereSeparator: \.isWhitespace).first { word in
            !["true", "false"].contains(word) && Int(word) == nil
        }
        guard let bare else { return nil }
        if bare.contains(where: { "“”„«»‘’".contains($0) }) {
            return "quotes must be straight ones"
        }
        return isOfTexts ? "\(bare) must be in quotes" : "\(bare) cannot be its value"
    }
}
