/// Text as a terminal or a log may have it, whoever made it.
///
/// What would move the cursor, change how other text is shown, or not be seen at all is shown by its number, as Swift
/// writes it: `\u{202E}`. Bytes that are no UTF-8, which some terminals take as controls, are shown as `\x9B`.
package enum PrintableText {
    /// One line, or a field of one: line ends and tabs in it are shown by their numbers too.
    package static func line(_ text: String) -> String {
        escaped(text) { $0.isHarmful }
    }

    /// A name's or path's bytes as one line.
    package static func line(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return line(text) }
        var (shown, rest) = ("", bytes[...])
        while !rest.isEmpty {
            let character = firstCharacter(rest)
            shown += character.map(line) ?? "\\x\(digits(UInt32(rest[rest.startIndex]), 2))"
            rest = rest.dropFirst(character?.utf8.count ?? 1)
        }
        return shown
    }

    /// What a program says in lines of its own, in which values have been made fit by ``line(_:)-(String)`` before.
    package static func lines(_ text: String) -> String {
        escaped(text) { $0.isHarmful && $0 != "\n" }
    }

    /// JSON Lines that mean the same and show nothing as it should not be.
    package static func json(_ lines: [UInt8]) -> [UInt8] {
        guard !lines.allSatisfy({ isPlain($0) || $0 == 0x0A }) else { return lines }
        var shown = ""
        for scalar in String(decoding: lines, as: UTF8.self).unicodeScalars {
            guard scalar.isHarmful, scalar != "\n" else {
                shown.unicodeScalars.append(scalar)
                continue
            }
            for unit in UTF16.encode(scalar) ?? .init() { shown += "\\u\(digits(UInt32(unit), 4))" }
        }
        return Array(shown.utf8)
    }

    private static func escaped(_ text: String, _ isHarmful: (Unicode.Scalar) -> Bool) -> String {
        guard !text.utf8.allSatisfy(isPlain) else { return text }
        var shown = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            // What makes an emoji of a sign is part of many honest names, and changes nothing else.
            let isStyle = (scalar == "\u{FE0E}" || scalar == "\u{FE0F}")
            if isStyle ? last?.properties.isEmoji == true : !isHarmful(scalar) {
                shown.unicodeScalars.append(scalar)
            } else {
                shown += "\\u{\(digits(scalar.value, 2))}"
            }
            last = scalar
        }
        return shown
    }

    private static func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

    /// The character of UTF-8 that bytes begin with; nil when they begin with none.
    private static func firstCharacter(_ bytes: ArraySlice<UInt8>) -> String? {
        (1...4).lazy.compactMap { String(validating: bytes.prefix($0), as: UTF8.self) }.first
    }

    private static func digits(_ number: UInt32, _ least: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(least - digits.count, 0)) + digits
    }
}

extension Unicode.Scalar {
    /// Whether it is not for a terminal: controls, what changes direction, what is not seen, what ends a line.
    fileprivate var isHarmful: Bool {
        guard value >= 0x7F else { return value < 0x20 }
        if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint {
            return true
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}

/// An error that says what it has to say in several lines, such as a text and a mark below a place in it.
package protocol DescribedInLines: Error, CustomStringConvertible {
    /// The lines, in each of which what others wrote has been made fit by ``PrintableText``.
    var lines: [String] { get }
}

extension DescribedInLines {
    package var description: String { lines.joined(separator: "\n") }
}

extension PrintableText {
    /// What an error says: one line, unless it knows of more.
    package static func lines(of error: any Error) -> [String] {
        ((error as? any DescribedInLines)?.lines ?? ["\(error)"]).map(line)
    }
}
