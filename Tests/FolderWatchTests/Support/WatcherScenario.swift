import FolderWatch
import Foundation
import Kernel
import Simulation

/// A text of operations on a simulated machine, each followed by the indented frames that come out of the watcher.
///
/// A line that begins with `#` is a comment.
struct WatcherScenario {
    struct Unknown: Error {
        let line: String
    }

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Scenarios")

    static var names: [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (files ?? []).map { String($0.prefix { $0 != "." }) }.sorted()
    }

    let text: String
    let machine: WatchedMachine
    private(set) var replica: FrameReplica
    private let roots: [String]

    init(named name: String, on kind: SimulatedDisk.Kind) throws {
        let file = Self.directory.appending(path: "\(name).txt")
        self.init(try String(contentsOf: file, encoding: .utf8), on: kind)
    }

    init(_ text: String, on kind: SimulatedDisk.Kind = .tmpfs, roots: [String] = ["/r"]) {
        (self.text, self.roots) = (text, roots)
        machine = WatchedMachine(watching: roots, on: kind)
        replica = FrameReplica(roots: roots)
    }

    /// The media files of the roots as they are on disk.
    var media: Set<String> {
        roots.reduce(into: []) { $0.formUnion(machine.disk.media(below: $1)) }
    }

    /// Carries out the operations; returns the text as it should have been.
    mutating func run() throws -> String { try run(text) }

    /// Carries out more operations; returns them with the frames that came out after each.
    mutating func run(_ text: String) throws -> String {
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  ") { continue }
            lines.append(String(line))
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let frames = try perform(line.split(separator: " ").map(String.init))
            for frame in frames { replica.take(frame) }
            lines += frames.map { "  \($0.text)" }
        }
        return lines.joined(separator: "\n")
    }

    /// Carries out one operation.
    func perform(_ words: [String]) throws -> [WatchFrame] {
        if try machine.disk.perform(words) { return [] }
        switch (words[0], words.dropFirst().first) {
        case ("start", _):
            machine.start()
            return try machine.run()
        case ("run", _): return try machine.run()
        case ("wait", let time?): return try machine.wait(milliseconds: Int64(time) ?? 0)
        case ("walk", _): machine.take(.walk)
        case ("flush", _): machine.take(.flush)
        case ("lose-events", _): machine.loseEvents()
        case ("same-mounts", _): machine.hasSameMounts = true
        case ("watch-limit", let limit?): machine.kernel.watchLimit = Int(limit) ?? 0
        case ("fail", let name?):
            machine.files.fail(FileName(name), with: EIO, times: Int(words[2]) ?? 0)
        default: throw Unknown(line: words.joined(separator: " "))
        }
        return []
    }
}
