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
        if try perform(onDisk: words) {
            // So that what is done next has a modification time of its own.
            machine.kernel.time += 10_000
            return []
        }
        switch (words[0], words.dropFirst().first) {
        case ("start", _):
            machine.start()
            return try machine.run()
        case ("run", _): return try machine.run()
        case ("wait", let time?): return try machine.wait(milliseconds: Int64(time) ?? 0)
        case ("walk", _): machine.take(.walk)
        case ("flush", _): machine.take(.flush)
        case ("lose-events", _): machine.loseEvents()
        case ("watch-limit", let limit?): machine.kernel.watchLimit = Int(limit) ?? 0
        case ("fail", let name?):
            machine.files.fail(FileName(name), with: EIO, times: Int(words[2]) ?? 0)
        default: throw Unknown(line: words.joined(separator: " "))
        }
        return []
    }

    private func perform(onDisk words: [String]) throws -> Bool {
        let disk = machine.disk
        switch (words.count, words[0]) {
        case (2, "mkdir"): try disk.makeDirectory(words[1])
        case (2, "create"): try disk.create(words[1])
        case (2, "close"): try disk.close(words[1])
        case (2, "save"): try disk.save(words[1])
        case (2, "remove"): try disk.remove(words[1])
        case (3, "rename"): try disk.rename(words[1], words[2])
        case (3, "exchange"): try disk.exchange(words[1], words[2])
        case (2, "mkfifo"): try disk.makePipe(words[1])
        case (2, "hide"): try disk.setReadable(words[1], false)
        case (2, "show"): try disk.setReadable(words[1], true)
        case (2, "mount"): try disk.mount(words[1])
        case (2, "unmount"): try disk.unmount(words[1])
        default: return false
        }
        return true
    }
}
