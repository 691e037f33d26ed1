import Foundation
import PhotoModel
import Testing

/// What others wrote, as it is shown.
struct PrintableTextTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let shown: String

        init(_ text: String, _ shown: String) { (self.text, self.shown) = (text, shown) }

        var testDescription: String { shown }
    }

    @Test(arguments: [
        Case("IMG_0001.HEIC", "IMG_0001.HEIC"),
        Case("Été à Zürich – 東京 🏖️.jpg", "Été à Zürich – 東京 🏖️.jpg"),
        Case("a\u{1B}]0;title\u{7}b", #"a\u{1B}]0;title\u{07}b"#),
        Case("a\r\n\tb", #"a\u{0D}\u{0A}\u{09}b"#),
        Case("a\u{7F}\u{80}\u{9B}31mb", #"a\u{7F}\u{80}\u{9B}31mb"#),
        Case("a\u{202E}gpj.exe\u{202C}", #"a\u{202E}gpj.exe\u{202C}"#),
        Case(
            "\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}",
            #"\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}"#
        ),
        Case(
            "a\u{200B}\u{200D}\u{2060}\u{FEFF}\u{AD}b",
            #"a\u{200B}\u{200D}\u{2060}\u{FEFF}\u{AD}b"#
        ),
        Case("a\u{2028}\u{2029}b", #"a\u{2028}\u{2029}b"#),
        Case("a\u{E0041}\u{E0000}\u{E01EF}", #"a\u{E0041}\u{E0000}\u{E01EF}"#),
        Case("a\u{FE0F}", #"a\u{FE0F}"#), Case("a\u{FFFE}", #"a\u{FFFE}"#),
        // What a sign is combined with is part of one character, and harmful all the same.
        Case("e\u{301}\u{202E}", "e\u{301}" + #"\u{202E}"#),
    ])
    func `a line shows what must not be there by its number`(_ sample: Case) {
        #expect(PrintableText.line(sample.text) == sample.shown)
        #expect(PrintableText.line(Array(sample.text.utf8)) == sample.shown)
        #expect(PrintableText.line(sample.shown) == sample.shown)
    }

    @Test
    func `bytes that are no UTF-8 are shown one by one`() {
        #expect(PrintableText.line([0x61, 0x9B, 0x33, 0xC3, 0xA9, 0xC3]) == #"a\x9B3é\xC3"#)
        #expect(PrintableText.line([0xE2, 0x80, 0xAE, 0xFF, 0x1B]) == #"\u{202E}\xFF\u{1B}"#)
    }

    @Test
    func `a program's own lines stay lines, and nothing else gets through`() {
        #expect(
            PrintableText.lines("a\tb\nc\r\u{1B}[2J\u{85}")
                == "a\\u{09}b\nc\\u{0D}\\u{1B}[2J\\u{85}"
        )
    }

    @Test
    func `JSON shown on a terminal means the same`() throws {
        let texts = ["a\u{7F}\u{9B}", "\u{202E}\u{2028}", "\u{E0041}x", "é\n\u{1}", "plain"]
        let lines = try texts.map { try JSONEncoder().encode([$0]) + [0x0A] }.joined()
        let shown = PrintableText.json(Array(lines))
        let text = String(decoding: shown, as: UTF8.self)
        #expect(PrintableText.lines(text) == text)
        let read = try text.split(separator: "\n").map {
            try JSONDecoder().decode([String].self, from: Data($0.utf8))
        }
        #expect(read == texts.map { [$0] })
    }

    @Test
    func `a shell makes of a quoted name the name, whatever is in it`() throws {
        let names: [[UInt8]] =
            [
                "a", "", "it's", "$(id)`id`\"", "a\nb;rm -rf /", "!x! 1\u{1B}2", "\u{202E}é'\\7",
                "a b",
            ]
            .map { Array($0.utf8) } + [[0x9B, 0x37, 0x27], [0xFF, 0x5C, 0x0A]]
        for name in names {
            let word = ShellWord.quoted(name)
            #expect(PrintableText.line(word) == word)
            #expect(try Self.printed(word) == name)
        }
    }

    /// What bash takes for the word.
    private static func printed(_ word: String) throws -> [UInt8] {
        let (shell, pipe) = (Process(), Pipe())
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = ["-c", "printf %s \(word)"]
        shell.standardOutput = pipe
        try shell.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        return Array(data)
    }
}
