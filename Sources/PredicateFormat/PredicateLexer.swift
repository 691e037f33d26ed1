/// A word, number, text or sign of a predicate's format, with its position.
struct PredicateToken: Equatable {
    enum Kind: Equatable {
        /// A name; `isKey` if it was written with `#` and so is never a keyword.
        case word(String, isKey: Bool)
        case integer(Int64)
        case real(Double)
        case text(String)
        /// An argument such as `%@` or `%d`, by its last letter; `%K` is "K".
        case argument(Character)
        /// A name after `$`.
        case variable(String)
        /// A name after `@`, as in `@count`.
        case aggregate(String)
        case sign(String)
        case end
    }

    let kind: Kind
    let position: Int
}

/// Splits a format into tokens.
struct PredicateLexer {
    private let format: String
    /// Scalars, because a combining mark would change the sign before it into another character.
    private let characters: [Unicode.Scalar]
    private var position = 0

    private static let signs = [
        "&&", "||", "==", "!=", "<>", "<=", "=<", ">=", "=>", "<", ">", "=", "!", "(", ")", "{",
        "}",
        ",", "+", "-", "*", "/", "&", "|", "[", "]", ".",
    ]

    init(_ format: String) {
        self.format = format
        characters = Array(format.unicodeScalars)
    }

    static func tokens(_ format: String) throws(PredicateFormatError) -> [PredicateToken] {
        var lexer = PredicateLexer(format)
        var tokens: [PredicateToken] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    private func peek(_ ahead: Int = 0) -> Unicode.Scalar? {
        position + ahead < characters.count ? characters[position + ahead] : nil
    }

    private func failure(_ reason: String, at position: Int) -> PredicateFormatError {
        PredicateFormatError(reason: reason, format: format, position: position)
    }

    private mutating func next() throws(PredicateFormatError) -> PredicateToken {
        while let character = peek(), character.properties.isWhitespace { position += 1 }
        let start = position
        guard let first = peek() else { return PredicateToken(kind: .end, position: start) }
        let kind: PredicateToken.Kind
        switch first {
        case "\"", "'": kind = .text(try text(first))
        case "%": kind = try argument()
        case "$":
            position += 1
            kind = .variable(word())
        case "@":
            position += 1
            kind = .aggregate(word())
        case "#":
            position += 1
            kind = .word(word(), isKey: true)
        case "0"..."9": kind = try number()
        case _ where first.properties.isAlphabetic || first == "_":
            kind = .word(word(), isKey: false)
        default: kind = .sign(try sign())
        }
        return PredicateToken(kind: kind, position: start)
    }

    private mutating func word() -> String {
        var word = ""
        while let character = peek(), Self.isInWord(character) {
            word.unicodeScalars.append(character)
            position += 1
        }
        return word
    }

    private static func isInWord(_ character: Unicode.Scalar) -> Bool {
        character.properties.isAlphabetic || ("0"..."9").contains(character) || character == "_"
    }

    private mutating func sign() throws(PredicateFormatError) -> String {
        for sign in Self.signs
        where characters[position...].starts(with: sign.unicodeScalars) {
            position += sign.unicodeScalars.count
            return sign
        }
        throw failure("\(characters[position]) means nothing here", at: position)
    }

    /// Reads `%@`, `%K`, or an argument of printf such as `%d`, `%ld` and `%f`.
    private mutating func argument() throws(PredicateFormatError) -> PredicateToken.Kind {
        let start = position
        position += 1
        while let character = peek(), "lhqzt".unicodeScalars.contains(character) { position += 1 }
        guard let letter = peek(), "@KdDiuUfFeEgGxXscC".unicodeScalars.contains(letter) else {
            throw failure("% begins a format argument such as %@, %d or %K", at: start)
        }
        position += 1
        return .argument(Character(letter))
    }

    private mutating func text(_ quote: Unicode.Scalar) throws(PredicateFormatError) -> String {
        let start = position
        position += 1
        var text = ""
        while let character = peek() {
            position += 1
            if character == quote { return text }
            guard character == "\\" else {
                text.unicodeScalars.append(character)
                continue
            }
            guard let escaped = peek() else { break }
            position += 1
            switch escaped {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            default: text.unicodeScalars.append(escaped)
            }
        }
        throw failure("the text that begins here has no closing \(quote)", at: start)
    }

    private mutating func number() throws(PredicateFormatError) -> PredicateToken.Kind {
        let start = position
        if peek() == "0", let mark = peek(1), mark == "x" || mark == "X" {
            position += 2
            guard let number = Int64(word(), radix: 16) else {
                throw failure("not a hexadecimal number", at: start)
            }
            return .integer(number)
        }
        var digits = ""
        while let character = peek() {
            let isSign =
                "+-".unicodeScalars.contains(character) && "eE".contains(digits.last ?? " ")
            let isPoint = character == "." && peek(1).map(Self.isInWord) == true
            guard isSign || isPoint || (character.isASCII && Self.isInWord(character)) else {
                break
            }
            digits.unicodeScalars.append(character)
            position += 1
        }
        if let number = Int64(digits) { return .integer(number) }
        guard let number = Double(digits), number.isFinite else {
            throw failure("\(digits) is not a number", at: start)
        }
        return .real(number)
    }
}
