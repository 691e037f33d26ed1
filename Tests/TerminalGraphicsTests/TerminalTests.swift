import Foundation
@testable import TerminalGraphics
import TestSupport
import Testing

@Suite(.serialized)
struct TerminalTests {
    private static let kitty = PlayedTerminal.Kind(
        name: "kitty",
        answer: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[4;480;800t\u{1B}[?62;c"
    )
    private static let xterm = PlayedTerminal.Kind(
        name: "xterm",
        answer: "\u{1B}[4;720;960t\u{1B}[?63;1;2;4;6;9;15;22c"
    )
    private static let plain = PlayedTerminal.Kind(name: "plain", answer: "\u{1B}[?4;6c")
    private static let both = PlayedTerminal.Kind(
        name: "both, and somebody types",
        answer: "ab\u{1B}_Gi=31;OK\u{1B}\\c\u{1B}[A\u{1B}[4;0;0tq\u{1B}[?62;4;22c"
    )
    private static let refusing = PlayedTerminal.Kind(
        name: "one that knows the protocol and will not",
        answer: "\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?62;c"
    )

    @Test(arguments: [
        (kitty, Terminal(graphics: .kitty, columns: 80, rows: 24, cellWidth: 10, cellHeight: 20)),
        (xterm, Terminal(graphics: .sixel, columns: 80, rows: 24, cellWidth: 12, cellHeight: 30)),
        (plain, Terminal(graphics: .characters, columns: 80, rows: 24)),
        (both, Terminal(graphics: .kitty, columns: 80, rows: 24)),
        (refusing, Terminal(graphics: .characters, columns: 80, rows: 24)),
    ])
    func `what a terminal answers is what it can`(kind: PlayedTerminal.Kind, terminal: Terminal)
        throws
    {
        let played = try PlayedTerminal()
        let thread = played.answer(kind)
        #expect(
            Self.ask(played, "xterm") == terminal
        )
        #expect(played.isAsBefore)
        #expect(played.question.contains("\u{1B}_Gi=31,"))
        withExtendedLifetime(thread) {}
    }

    private static func ask(_ played: PlayedTerminal, _ kind: String, patience: Int64 = 1_200_000)
        -> Terminal?
    {
        Terminal.ask(
            input: played.terminal,
            output: played.terminal,
            kind: kind,
            patience: patience
        )
    }

    @Test
    func `one that never answers gets characters`() throws {
        let played = try PlayedTerminal(columns: 100, rows: 30)
        let found = Self.ask(played, "xterm", patience: 50)
        #expect(found == Terminal(graphics: .characters, columns: 100, rows: 30))
        #expect(played.isAsBefore)
    }

    @Test
    func `the size that the kernel knows comes first`() throws {
        let played = try PlayedTerminal(columns: 100, rows: 50, width: 700, height: 700)
        let thread = played.answer(Self.kitty)
        let found = Self.ask(played, "xterm")
        #expect(found?.cellWidth == 7 && found?.cellHeight == 14)
        withExtendedLifetime(thread) {}
    }

    @Test
    func `the console of Linux is not asked what it would show`() throws {
        let played = try PlayedTerminal()
        let thread = played.answer(Self.plain)
        let found = Self.ask(played, "linux")
        #expect(found?.graphics == .characters)
        #expect(played.question == "\u{1B}[c")
        withExtendedLifetime(thread) {}
    }

    @Test
    func `what is no terminal, or a dumb one, is not asked`() throws {
        let played = try PlayedTerminal()
        let pipe = Pipe()
        let (read, write) = (
            pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor
        )
        #expect(Terminal.ask(input: read, output: played.terminal, kind: "xterm") == nil)
        #expect(Terminal.ask(input: played.terminal, output: write, kind: "xterm") == nil)
        for kind in [nil, "", "dumb"] {
            #expect(
                Terminal.ask(input: played.terminal, output: played.terminal, kind: kind) == nil
            )
        }
        #expect(played.isAsBefore && played.question.isEmpty)
    }

    @Test
    func `replies of chance are read, and what follows them too`() {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let alphabet = Array("\u{1B}[]_PG?;0149ctqi=31OK\\\u{7}".utf8)
        for _ in 0..<2_000 {
            var replies = TerminalReplies()
            for _ in 0..<Int.random(in: 0...400, using: &random) {
                replies.take(alphabet.randomElement(using: &random) ?? 0)
            }
            // Ends whatever was begun, however long it is.
            for _ in 0..<300 { replies.take(0x41) }
            for byte in Array("\u{1B}\\\u{1B}[?62;4c".utf8) { replies.take(byte) }
            #expect(replies.isComplete && replies.takesSixel, "seed \(seed)")
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a program that is ended while it asks leaves the terminal as it was`(signal: Int32) throws
    {
        let played = try PlayedTerminal()
        let process = try Self.user(of: played)
        played.awaitQuestion()
        #expect(!played.isAsBefore)
        kill(process.processIdentifier, signal)
        #expect(process.endsByItself())
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
        #expect(played.isAsBefore)
    }

    private static func user(of played: PlayedTerminal) throws -> Process {
        let process = Process()
        let own = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        process.executableURL = (own ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .deletingLastPathComponent().appendingPathComponent("terminal-user")
        process.environment = ["TERM": "xterm"]
        process.standardInput = FileHandle(fileDescriptor: played.terminal, closeOnDealloc: false)
        process.standardOutput = FileHandle(fileDescriptor: played.terminal, closeOnDealloc: false)
        try process.run()
        return process
    }
}
