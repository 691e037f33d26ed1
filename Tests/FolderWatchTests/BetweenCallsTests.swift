import FolderWatch
import Kernel
import Simulation
import Testing

/// What happens in the middle of what the watcher does.
struct BetweenCallsTests {
    /// What is there from the beginning, what is done, and what others do between two system calls of that.
    struct Interference: Sendable, CustomTestStringConvertible {
        let name: String
        var given: [String] = []
        var done: [String] = []
        let meanwhile: [String]

        var testDescription: String { name }
    }

    private static let tree = [
        "mkdir /r", "mkdir /r/a", "mkdir /r/a/b", "save /r/a/1.jpg", "save /r/a/b/2.jpg",
        "mkdir /r/c", "save /r/c/3.jpg",
    ]

    static let cases = [
        Interference(name: "a file is made in the root", meanwhile: ["save /r/new.jpg"]),
        Interference(name: "a file is made below", meanwhile: ["save /r/a/b/new.jpg"]),
        Interference(name: "a file is removed", meanwhile: ["remove /r/a/b/2.jpg"]),
        Interference(
            name: "a directory is made",
            meanwhile: ["mkdir /r/a/new", "save /r/a/new/4.jpg", "mkdir /r/a/new/deep"]
        ),
        Interference(name: "a directory is moved up", meanwhile: ["rename /r/a/b /r/b"]),
        Interference(name: "a directory is moved down", meanwhile: ["rename /r/c /r/a/b/c"]),
        Interference(name: "two directories are exchanged", meanwhile: ["exchange /r/a/b /r/c"]),
        Interference(
            name: "a directory is removed",
            meanwhile: ["remove /r/a/b/2.jpg", "remove /r/a/b"]
        ),
        Interference(
            name: "a directory is excluded while its files change",
            given: ["start"],
            done: ["save /r/a/new.jpg", "save /r/a/b/new.jpg", "run"],
            meanwhile: ["save /r/a/.nomedia"]
        ),
        Interference(
            name: "events are lost",
            meanwhile: ["lose-events", "rename /r/a/b /r/b", "save /r/b/new.jpg"]
        ),
        Interference(
            name: "a new directory moves before it is listed",
            given: ["start"],
            done: ["mkdir /r/new", "save /r/new/4.jpg", "run"],
            meanwhile: ["rename /r/new /r/c/new"]
        ),
        Interference(
            name: "a file is made while a directory moves",
            given: ["start"],
            done: ["rename /r/a /r/c/a", "run"],
            meanwhile: ["save /r/c/new.jpg", "rename /r/c/a/b /r/b"]
        ),
        Interference(
            name: "a directory moves while events were lost",
            given: ["start"],
            done: ["lose-events", "rename /r/a /r/c/a", "run"],
            meanwhile: ["rename /r/c/a/b /r/b", "save /r/b/new.jpg"]
        ),
        // Of the disk no event tells: the walk has to come to where it is now.
        Interference(
            name: "a directory moves while a disk is mounted below it",
            given: ["mkdir /r/a/b/card", "start"],
            done: ["mount /r/a/b/card", "save /r/a/b/card/4.jpg", "run"],
            meanwhile: ["rename /r/a/b /r/c/b"]
        ),
    ]

    @Test(arguments: cases, [SimulatedDisk.Kind.tmpfs, .btrfs])
    func `what happens between two system calls is told`(
        _ interference: Interference,
        on kind: SimulatedDisk.Kind
    ) throws {
        var call = 0
        while try run(interference, on: kind, meanwhileAt: call) { call += 1 }
        #expect(call > 2)
    }

    /// Returns false when there were not so many calls.
    private func run(
        _ interference: Interference,
        on kind: SimulatedDisk.Kind,
        meanwhileAt wanted: Int
    ) throws -> Bool {
        let given = (Self.tree + interference.given).joined(separator: "\n")
        let done = interference.done.isEmpty ? ["start"] : interference.done
        var scenario = WatcherScenario(given, on: kind)
        _ = try scenario.run()
        let disturbance = Disturbance(interference.meanwhile, at: wanted, scenario)
        _ = try scenario.run(done.joined(separator: "\n"))
        let happened = disturbance.isDone
        try disturbance.end()
        _ = try scenario.run("run\nwait 3000")
        #expect(scenario.replica.media == scenario.media, "at call \(wanted)")
        #expect(scenario.replica.unknown.isEmpty, "at call \(wanted)")
        return happened
    }
}

/// Carries out operations at a certain system call.
private final class Disturbance {
    private(set) var isDone = false
    private var failure: (any Error)?
    private var left: Int
    private let kernel: SimulatedKernel

    init(_ operations: [String], at call: Int, _ scenario: WatcherScenario) {
        left = call
        kernel = scenario.machine.kernel
        kernel.onCall = { [self] in
            left -= 1
            guard left < 0, !isDone else { return }
            isDone = true
            do {
                for line in operations {
                    _ = try scenario.perform(line.split(separator: " ").map(String.init))
                }
            } catch {
                failure = error
            }
        }
    }

    func end() throws {
        kernel.onCall = nil
        if let failure { throw failure }
    }
}
