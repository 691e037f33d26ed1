import Foundation
import HeliographCommands
import TestSupport
import Testing

/// The built programs, run as a user runs them, on folders made for one test.
final class Program {
    let work: URL
    let photos: URL
    let binary: URL
    /// Where the helper programs lie.
    var helpers = Program.products
    /// What its programs find in their environment besides.
    var environment: [String: String] = [:]
    /// Whether its folders stay when nobody refers to it any more.
    var isKept = false
    /// The program, with its arguments, that starts it; nothing where it is started as it is.
    var starter: [String] = []

    init() throws {
        let base = FileManager.default.temporaryDirectory.path
        // The watcher reports resolved paths: begin with one.
        guard let resolved = realpath(base, nil) else { throw CocoaError(.fileNoSuchFile) }
        defer { free(resolved) }
        work = URL(fileURLWithPath: String(cString: resolved))
            .appendingPathComponent("heliograph-\(UUID().uuidString)")
        photos = work.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        binary = Self.products.appendingPathComponent("heliograph")
    }

    /// The program on folders that are there, and stay.
    init(at work: URL) {
        self.work = work
        photos = work.appendingPathComponent("photos")
        binary = Self.products.appendingPathComponent("heliograph")
        isKept = true
    }

    deinit {
        if !isKept { try? FileManager.default.removeItem(at: work) }
    }

    /// Where the built programs lie: beside the test bundle.
    static var products: URL {
        let executable = URL(fileURLWithPath: CommandLine.arguments[0])
        return Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }?
            .deletingLastPathComponent() ?? executable.deletingLastPathComponent()
    }

    static var package: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
    }

    var catalogue: String { work.appendingPathComponent("state/catalogue.sqlite").path }

    struct Outcome {
        let code: Int32
        let output: String
        let complaint: String

        var lines: [[String: Any]] {
            output.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }
    }

    func process(_ arguments: [String]) -> Process {
        let process = Process()
        let words = starter + [binary.path] + arguments
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        var environment = ProcessInfo.processInfo.environment
        environment["HELIOGRAPH_CATALOGUE"] = catalogue
        environment["HELIOGRAPH_LIBEXEC"] = helpers.path
        environment["XDG_DATA_HOME"] = work.appendingPathComponent("data").path
        process.environment = environment.merging(self.environment) { $1 }
        return process
    }

    /// Runs a command to its end.
    @discardableResult
    func run(_ arguments: String...) throws -> Outcome {
        try run(arguments)
    }

    func run(_ arguments: [String]) throws -> Outcome {
        needsProcess(arguments) ? try outcome(of: process(arguments)) : try runHere(arguments)
    }

    /// Commands that use nothing but the catalogue and the disk.
    private static let plain: Set = [
        "album", "albums", "assets", "audit", "edit", "show", "status",
    ]

    private func needsProcess(_ arguments: [String]) -> Bool {
        let isPlain =
            Self.plain.contains(arguments.first ?? "") && environment.isEmpty && starter.isEmpty
            && helpers == Self.products
            && !arguments.contains { ["--catalogue", "--help", "--repair", "--"].contains($0) }
        // Root would become another user.
        var status = stat()
        return !isPlain || stat(catalogue, &status) != 0 || status.st_uid != geteuid()
    }

    /// Runs a command in this process.
    private func runHere(_ arguments: [String]) throws -> Outcome {
        let files = try outputFiles()
        let code = HeliographProgram.run(
            arguments + ["--catalogue", catalogue],
            output: files[0].1.fileDescriptor,
            error: files[1].1.fileDescriptor
        )
        return try Outcome(code, files.map(\.0))
    }

    /// Runs a command as another user; root may.
    func run(as user: Int, _ arguments: String...) throws -> Outcome {
        let process = process(arguments)
        process.arguments =
            ["--reuid=\(user)", "--clear-groups", binary.path] + arguments
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        return try outcome(of: process)
    }

    /// Returns once a condition holds.
    func wait(until condition: () throws -> Bool) throws {
        guard try Patience.wait(until: condition) else { throw CocoaError(.userCancelled) }
    }

    /// Two new files to write to.
    private func outputFiles() throws -> [(URL, FileHandle)] {
        try ["out", "err"].map { name in
            let url = work.appendingPathComponent("\(UUID().uuidString).\(name)")
            try Data().write(to: url)
            return (url, try FileHandle(forWritingTo: url))
        }
    }

    func outcome(of process: Process) throws -> Outcome {
        let files = try outputFiles()
        process.standardOutput = files[0].1
        process.standardError = files[1].1
        try process.run()
        process.waitPatiently()
        return try Outcome(process.terminationStatus, files.map(\.0))
    }

    /// Writes a small picture that no other file equals.
    func picture(_ path: String, _ number: Int) throws {
        try write(Self.jpeg(number), to: path)
    }

    /// Writes a small picture of which nobody sees a part: it is made under the name of something else.
    func pictureAtOnce(_ path: String, _ number: Int) throws {
        try picture(path + ".whole", number)
        try move(path + ".whole", to: path)
    }

    /// Writes a file and the directories above it.
    func write(_ bytes: [UInt8], to path: String) throws {
        let url = photos.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: url)
    }

    func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(
            at: photos.appendingPathComponent(path),
            to: photos.appendingPathComponent(other)
        )
    }

    func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: photos.appendingPathComponent(path))
    }

    /// What `assets` lists, by path.
    func assets() throws -> [String: [String: Any]] {
        var found: [String: [String: Any]] = [:]
        for line in try run("assets").output.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            guard let asset = object as? [String: Any], let path = asset["path"] as? String else {
                continue
            }
            found[path] = asset
        }
        return found
    }

    /// Where the changes known so far end: a feed from there says `synced` only once its own walk is over, while one
    /// without a token begins with the `synced` of the run before.
    func token() throws -> String {
        try #require(try run("status").lines.first?["token"] as? String)
    }

    static func jpeg(_ number: Int) -> [UInt8] {
        let comment = Array("picture \(number)".utf8)
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment
        bytes += [0xFF, 0xC0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0]
        return bytes + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0x3F, 0, 0, 0xFF, 0xD9]
    }
}

extension Program.Outcome {
    /// An exit code, and the files that the program wrote as its output and its errors.
    fileprivate init(_ code: Int32, _ files: [URL]) throws {
        self.code = code
        output = String(decoding: try Data(contentsOf: files[0]), as: UTF8.self)
        complaint = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    }
}

/// The feed ended, or nothing more came, before the line that a test waits for.
struct NoSuchLine: Error {
    let last: ArraySlice<String>
}

/// A running `watch`, whose lines are read one after another.
final class Feed {
    let process: Process
    private let output: Lines
    private(set) var lines: [[String: Any]] = []
    private(set) var text: [String] = []

    init(_ program: Program, log: URL? = nil, _ arguments: String...) throws {
        process = program.process(["watch"] + arguments)
        let pipe = Pipe.closedInOthers()
        output = Lines(pipe)
        process.standardOutput = pipe
        process.standardError =
            try log.map(FileHandle.init(forWritingTo:)) ?? FileHandle.nullDevice
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitPatiently()
    }

    /// The next line; nil at the end, and when none comes at all.
    func next() -> [String: Any]? {
        guard let line = output.next() else { return nil }
        text.append(line)
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        lines.append(object ?? [:])
        return object ?? [:]
    }

    /// Reads up to the first line that fits.
    func wait(for condition: ([String: Any]) -> Bool) throws -> [String: Any] {
        while let line = next() { if condition(line) { return line } }
        throw NoSuchLine(last: text.suffix(20))
    }

    func waitUntilSynced() throws {
        _ = try wait { $0["type"] as? String == "synced" }
    }

    /// The next line about an asset at this path.
    func asset(_ path: String, _ change: String) throws -> [String: Any] {
        try wait {
            ($0["asset"] as? [String: Any])?["path"] as? String == path
                && $0["change"] as? String == change
        }
    }

    func stop() -> Int32 {
        kill(process.processIdentifier, SIGTERM)
        while next() != nil {}
        process.waitPatiently()
        return process.terminationStatus
    }
}
