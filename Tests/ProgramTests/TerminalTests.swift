import Foundation
import TestSupport
import Testing

/// What strangers named, on a terminal: every command, with names that are to move its cursor or hide themselves.
struct TerminalTests {
    private let program: Program
    private var names: HostileNames
    private let root: String

    init() throws {
        let seed = Effort.seed
        program = try Program()
        names = HostileNames(seed: seed)
        root = program.work.appendingPathComponent("r\(names.text())").path
    }

    /// Names a file, a directory and a camera after what is to be shown.
    private mutating func fill() throws {
        for number in 0..<6 {
            // The first can be named in an argument.
            let isText = number == 0
            let directory =
                Array("\(root)/".utf8) + (isText ? Array(names.text().utf8) : names.bytes())
            let path = directory.map(CChar.init(bitPattern:)) + [0]
            #expect(root.withCString { mkdir($0, 0o755) } == 0 || errno == EEXIST)
            #expect(mkdir(path, 0o755) == 0)
            let exif = Sample.exif(
                zero: [0x10F: .text(names.text()), 0x110: .text(names.text())],
                photo: [0xA434: .text(names.text())]
            )
            let photo = Sample.jpeg(40, 30 + number, segments: [(0xE1, exif)])
            try Self.write(
                photo,
                directory + Array("/a".utf8) + (isText ? [] : names.bytes()) + Array(".jpg".utf8)
            )
            try Self.write(
                [1, 2],
                directory + Array("/b".utf8) + names.bytes() + Array(".jpg".utf8)
            )
        }
    }

    private static func write(_ bytes: [UInt8], _ path: [UInt8]) throws {
        let file = open(path.map(CChar.init(bitPattern:)) + [0], O_CREAT | O_WRONLY, 0o644)
        try #require(file >= 0)
        defer { close(file) }
        #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
    }

    /// The commands, as people type them, and as they mistype them.
    private mutating func commands() throws -> [[String]] {
        let config = program.work.appendingPathComponent("hostile.toml").path
        let (title, other) = (names.text(), names.text())
        let album = "[[smart-album]]\ntitle = \"\(Self.escaped(title))\"\n"
        try Data("\(album)predicate = \"mediaType == image\"\n".utf8).write(
            to: URL(fileURLWithPath: config)
        )
        let wrong = program.work.appendingPathComponent("wrong.toml").path
        try Data("\(album)predicate = \"size == '\(Self.escaped(other))\"\n".utf8).write(
            to: URL(fileURLWithPath: wrong)
        )
        let photo = try #require(program.assetsAnywhere().first)
        let (path, id) = ("\(root)/\(photo.path)", photo.id)
        return [
            ["index", "--config", config, "--log-level", "trace"],
            ["watch", "--once", "--log-level", "trace"],
            ["index", "--config", wrong], ["doctor", "--config", wrong], ["doctor"],
            ["assets"], ["assets", "--where", "filename != '\(Self.quoted(other))'"],
            ["assets", "--where", "'\(other)"], ["assets", "--where", "size == 1 \(other)"],
            ["assets", "--album", other], ["assets", "--\(other)"], ["assets", "--limit", other],
            ["albums"], ["roots"], ["roots", "remove", other], ["status"], ["status", "--metrics"],
            ["show", id], ["show", other], ["show", path], ["explain", path],
            ["explain", "\(root)/\(other)"], ["edit", id, "--favorite"],
            ["edit", other, "--hidden"], ["edit", id, "--date", other],
            ["assets", "--sort", other],
            ["album", "create", title], ["album", "rename", other, title],
            ["album", "add", other, id], ["changes"], ["changes", "--keys", other],
            ["changes", "--since", other], ["trash", other], ["trash", id],
            ["restore", id], ["restore", other], ["audit"], [other], ["help", other],
            ["watch", "--observe", "\(title)=\(other)"], ["index", "\(root)/\(other)"],
            ["index", "--catalogue", "\(root)/x.sqlite"], ["index", "\(root)/.."],
            ["assets", "--catalogue", "\(root)/\(other)"],
        ]
    }

    private static func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map {
            "\\U" + String(0x1_0000_0000 + Int($0.value), radix: 16).dropFirst()
        }
        .joined()
    }

    @Test
    mutating func `nothing that others named reaches a terminal as it is`() throws {
        try fill()
        #expect(try program.run("index", root).code == 0)
        let terminal = try PseudoTerminal()
        // A name with a line end in it is no second row.
        let table = try terminal.shown(by: program.process(["assets"]))
        #expect(table.count { $0 == 0x0A } == 13)
        var shown = 0
        for command in try commands() {
            let bytes = try terminal.shown(by: program.process(command))
            expectHarmless(bytes, command)
            shown += bytes.count
        }
        // Folders and files that have gone are named too.
        try FileManager.default.moveItem(atPath: root, toPath: root + "-away")
        for command in ["index", "doctor", "status", "roots", "audit"] {
            expectHarmless(try terminal.shown(by: program.process([command])), [command])
        }
        #expect(shown > 20_000, "hardly anything was shown")
    }

    @Test
    mutating func `logs and errors that go to a file are as harmless`() throws {
        try fill()
        #expect(try program.run("index", root).code == 0)
        for command in try commands() {
            expectHarmless(Array(try program.run(command).complaint.utf8), command)
        }
    }

    @Test
    func `a mark stands below the place that it marks`() throws {
        try program.picture("a.jpg", 1)
        try program.run("index", program.photos.path)
        let terminal = try PseudoTerminal()
        let condition = "filename == '\u{202E}\u{1B}é' AND colour == 1"
        let bytes = try terminal.shown(by: program.process(["assets", "--where", condition]))
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let index = try #require(lines.firstIndex { $0.hasSuffix("^") })
        let column = try #require(lines[index].firstIndex(of: "^"))
        let offset = lines[index].distance(from: lines[index].startIndex, to: column)
        #expect(lines[index - 1].dropFirst(offset).hasPrefix("colour"))
    }

    private func expectHarmless(_ bytes: [UInt8], _ command: [String]) {
        let text = String(validating: bytes, as: UTF8.self)
        #expect(text != nil, "\(command): no UTF-8")
        // What the line of progress begins with is the program's own.
        let said = (text ?? "").replacing("\r\u{1B}[K", with: "")
        let found = Set(
            said.unicodeScalars.filter(HostileNames.isForbidden).map { String($0.value, radix: 16) }
        )
        #expect(
            found.isEmpty,
            "\(command.map { Array($0.utf8) }): \(found) in \(said.debugDescription)"
        )
    }
}

extension Program {
    /// Assets whose path can be written as an argument.
    fileprivate func assetsAnywhere() throws -> [(path: String, id: String)] {
        try run("assets").lines.compactMap { asset in
            guard asset["pathBase64"] == nil, let path = asset["path"] as? String,
                let id = asset["id"] as? String
            else { return nil }
            return (path, id)
        }
    }
}

/// Names as an enemy of terminals gives them.
struct HostileNames {
    private var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(state: seed)
    }

    private static let pieces = [
        "\u{1B}[2J", "\u{1B}]0;pwned\u{7}", "\u{9B}31m", "\u{90}q\u{9C}", "\u{202E}gpj", "\u{2066}",
        "\u{2069}",
        "\u{200E}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{200D}", "\u{2060}", "\u{FEFF}", "\u{AD}",
        "\u{2028}", "\u{2029}", "\u{85}", "\n", "\r", "\t", "\u{8}\u{8}", "\u{7F}", "\u{E0041}",
        "\u{E0001}", "\u{E0FFF}",
        "\u{180E}", "\u{3164}", "'", "\"", "\\", "$(id)", "`id`", ";", " ", "é", "东", "🏖️",
        "e\u{301}\u{302}", "IMG_1", "%s",
    ]

    /// A name that is text.
    mutating func text() -> String {
        (0..<Int.random(in: 3...7, using: &random)).map { _ in
            Self.pieces.randomElement(using: &random) ?? ""
        }.joined()
    }

    /// A name that need not be.
    mutating func bytes() -> [UInt8] {
        var name = Array(text().utf8)
        guard Bool.random(using: &random) else { return name }
        for _ in 0..<3 {
            let byte: UInt8 =
                [0x80, 0x84, 0x85, 0x9B, 0x9D, 0xC2, 0xE2, 0xFF].randomElement(using: &random)
                ?? 0xFF
            name.insert(byte, at: Int.random(in: 0...name.count, using: &random))
        }
        return name
    }

    /// What no terminal is to get, but the line ends of the program itself.
    static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x3164, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}
