import Foundation
import Testing

/// A program of `contrib/consumers`, run in a library's environment, and killed with all it started.
final class Consumer {
    static let directory = Program.package.appendingPathComponent("contrib/consumers")
    private let library: LivingLibrary
    private let command: [String]
    private let environment: [String: String]
    private var process: Process?

    /// Prepares a program of the directory with what it gets.
    ///
    /// `environment`: Variables besides those that name the library.
    init(_ library: LivingLibrary, _ command: [String], _ environment: [String: String] = [:]) {
        (self.library, self.command, self.environment) = (library, command, environment)
    }

    deinit {
        stop()
    }

    private func prepared(_ command: [String]) -> Process {
        let process = library.program.process([])
        // A session of its own: a whole group can be killed.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        process.arguments = ["--wait", Self.directory.appendingPathComponent(command[0]).path]
        process.arguments? += command.dropFirst()
        let path = process.environment?["PATH"] ?? "/usr/bin:/bin"
        let before = environment["WITNESS"].map { "\($0):" } ?? ""
        process.environment?["PATH"] =
            "\(before)\(Self.directory.path):\(Program.products.path):\(path)"
        process.environment?.merge(environment) { $1 }
        process.environment?["TMPDIR"] = library.program.work.path
        process.standardInput = FileHandle.nullDevice
        return process
    }

    func start() throws {
        let process = prepared(command)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        self.process = process
        // Before it leads a group it cannot be killed with all it starts.
        try library.program.wait {
            Self.children(of: process.processIdentifier).contains { getpgid($0) == $0 }
                || !process.isRunning
        }
    }

    /// Kills the program and all it started, wherever they are.
    func stop() {
        guard let process else { return }
        for child in Self.children(of: process.processIdentifier) { kill(-child, SIGKILL) }
        kill(process.processIdentifier, SIGKILL)
        process.waitPatiently()
        self.process = nil
    }

    private static func children(of parent: pid_t) -> [pid_t] {
        let path = "/proc/\(parent)/task/\(parent)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }
    }

    var isRunning: Bool { process?.isRunning ?? false }

    /// Runs a program of the directory to its end.
    @discardableResult
    func run(_ command: String...) throws -> Program.Outcome {
        try run(command)
    }

    func run(_ command: [String]) throws -> Program.Outcome {
        try library.program.outcome(of: prepared(command))
    }

    /// Has the library live while the consumer is killed again and again, and then in peace.
    func liveThrough(kills: Int) throws {
        try start()
        for _ in 0..<kills {
            try library.live(25)
            stop()
            try library.live(5)
            try start()
        }
        try library.live(25)
        try library.settle()
    }

    /// Returns once what the consumer holds equals the library.
    func wait(for contents: () throws -> [String: String]) throws {
        var (expected, found): ([String: String], [String: String]) = ([:], [:])
        do {
            try library.program.wait {
                expected = try library.contents()
                found = (try? contents()) ?? [:]
                return found == expected
            }
        } catch {
            let wrong = Set(expected.keys).union(found.keys).filter { expected[$0] != found[$0] }
            let first = wrong.sorted().prefix(2).map {
                "\(expected[$0] ?? "nothing") is \(found[$0] ?? "nothing")"
            }
            Issue.record("\(wrong.count) differ: \(first.joined(separator: "; "))")
        }
        #expect(isRunning)
    }
}
