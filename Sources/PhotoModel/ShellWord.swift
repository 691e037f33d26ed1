/// Quotes names in lines that people paste into a shell.
package enum ShellWord {
    private static let harmless = Set("/._-@:".utf8)

    /// Returns one word for a shell, whatever the text contains, that is safe for a terminal.
    package static func quoted(_ text: String) -> String {
        quoted(Array(text.utf8))
    }

    /// Returns one word that stands for exactly these bytes, which need not be UTF-8.
    package static func quoted(_ bytes: [UInt8]) -> String {
        let shown = PrintableText.line(bytes)
        guard shown.utf8.elementsEqual(bytes) else { return numbered(bytes) }
        if !bytes.isEmpty, bytes.allSatisfy({ isLetterOrDigit($0) || harmless.contains($0) }) {
            return shown
        }
        return "'\(shown.replacing("'", with: #"'\''"#))'"
    }

    /// Returns the form `$'…'` of bash, zsh and POSIX 2024, with numbers for all bytes except letters and a few others.
    private static func numbered(_ bytes: [UInt8]) -> String {
        let parts = bytes.map { byte in
            if isLetterOrDigit(byte) || byte == 0x20 || harmless.contains(byte) {
                return String(UnicodeScalar(byte))
            }
            // Always three digits, because a digit of the name may follow.
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
        return "$'\(parts.joined())'"
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
