/// Makes text from any source safe for a terminal or a log.
///
/// Characters that would move the cursor, change how other text is shown, or be invisible are shown by their numbers,
/// as Swift writes them: `\u{202E}`. Bytes that are not UTF-8, which some terminals take as controls, are shown as
/// `\x9B`.
package enum PrintableText {
    /// Returns one line, or a field in one: line ends and tabs are also shown by their numbers.
    package static func line(_ text: String) -> String {
        escaped(text) { $0.isHarmful }
    }

    /// Returns the bytes of a name or path as one line.
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

    /// Returns a program's own text of several lines; values in it went through ``line(_:)-(String)`` before.
    package static func lines(_ text: String) -> String {
        escaped(text) { $0.isHarmful && $0 != "\n" }
    }

    /// Returns JSON Lines with the same meaning, in which harmful characters are escaped.
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
            // The selector that turns a sign into an emoji is part of many honest names, and changes nothing else.
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

    /// Returns the UTF-8 character that bytes begin with; nil if they do not begin with one.
    private static func firstCharacter(_ bytes: ArraySlice<UInt8>) -> String? {
        (1...4).lazy.compactMap { String(validating: bytes.prefix($0), as: UTF8.self) }.first
    }

    private static func digits(_ number: UInt32, _ least: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(least - digits.count, 0)) + digits
    }
}

extension Unicode.Scalar {
    /// Whether it must not reach a terminal: controls, direction changes, invisible characters, line ends.
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

/// An error whose description has several lines, such as a text and a mark below a place in it.
package protocol DescribedInLines: Error, CustomStringConvertible {
    /// The lines, in which text from others has been made safe by ``PrintableText``.
    var lines: [String] { get }
}

extension DescribedInLines {
    package var description: String { lines.joined(separator: "\n") }
}

extension PrintableText {
    /// Returns the lines of an error: one, unless it provides more.
    package static func lines(of error: any Error) -> [String] {
        ((error as? any DescribedInLines)?.lines ?? ["\(error)"]).map(line)
    }
}
