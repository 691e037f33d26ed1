import Foundation
import Testing

/// The whole indexer on a simulated machine.
struct SimulationTests {
    @Test
    func `whatever happens, tree, catalogue and what a listener holds agree`() async throws {
        // Always the same: `contrib/simulate --seeds` is for seeds that nobody has tried yet.
        let run = try await Simulate.run(["--seeds", "1..300"])
        print(run.output, terminator: "")
        #expect(run.status == 0, "\(run.output)")
    }

    @Test
    func `the same seed gives the same diary`() async throws {
        let seed = "\(UInt64.random(in: 0..<1_000_000_000))"
        let first = try await Simulate.run(["--replay", seed])
        let second = try await Simulate.run(["--replay", seed])
        #expect(first.output == second.output && first.output.count > 1_000, "seed \(seed)")
    }

    @Test
    func `a seed with a fault is shrunk to events that have one by themselves`() async throws {
        let fault = ["--fault", "lostMovedFrom"]
        let shrunk = try await Simulate.run(["--shrink", "1"] + fault)
        let events = shrunk.output.split(separator: "\n").last?.components(separatedBy: ": ")
        let (count, list) = try (#require(events?[1]), #require(events?[2]))
        #expect(try #require(count.split(separator: " ").first.flatMap { Int($0) }) <= 20, "\(count)")
        let replayed = try await Simulate.run(["--replay", "1", "--only", list] + fault)
        #expect(replayed.status == 1 && replayed.output.contains("seed 1: "))
        // Without the fault they have none.
        let mended = try await Simulate.run(["--replay", "1", "--only", list])
        #expect(mended.status == 0, "\(mended.output)")
    }
}
