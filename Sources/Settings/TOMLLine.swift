/// A line of a configuration as far as its quotes, brackets and words tell of mistakes.
struct TOMLLine {
    /// What stands before the equals sign, or in the brackets of a table; nil if it is no name.
    let key: String?
    /// How many lists it opens and does not close; less than 0 if it closes those of other lines.
    private(set) var openLists = 0
    let isBlank: Bool
    private let isTable: Bool
    private let hasEqualsSign: Bool
    /// The quote that is not closed.
    private var openQuote: Character?
    /// Whether a text in it has the character 0, at which the parser's texts end.
    private(set) var namesNUL = false
    /// What stands outside of quotes, without brackets and commas.
    private var words = ""

    /// The lines of a text; those of Windows end in two bytes, which are one character here.
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
        // What follows the key, or the part of a list that began above.
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

    /// Whether what follows a backslash is the number of the character 0.
    private static func isNUL(_ text: Substring) -> Bool {
        text.hasPrefix("u0000") || text.hasPrefix("U00000000")
    }

    /// What is wrong with it, in words; nil if that cannot be told from the line alone.
    ///
    /// `isOfTexts`: Whether its key takes texts.
    func mistake(isOfTexts: Bool) -> String? {
        guard key == nil || isTable || hasEqualsSign else {
            return "there is no = between the key and its value"
        }
        if let openQuote { return "the closing \(openQuote) is missing" }
        if openLists > 0 { return "the closing ] is missing" }
        // Where there is no key, the line is a part of a list, or nothing is known of it.
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
