import TestSupport
import Testing

/// The whole indexer on a simulated machine.
struct SimulationTests {
    @Test
    func `whatever happens, tree, catalogue and what a listener holds agree`() async throws {
        let first = Effort.seed * 60
        let run = try await Simulate.run(["--seeds", "\(first)..\(first + 59)"])
        print(run.output, terminator: "")
        #expect(run.status == 0, "\(run.output)")
    }

    @Test
    func `the same seed gives the same diary`() async throws {
        let seed = "\(Effort.seed)"
        let first = try await Simulate.run(["--replay", seed])
        let second = try await Simulate.run(["--replay", seed])
        #expect(first.output == second.output && first.output.count > 1_000, "seed \(seed)")
    }

    @Test
    func `a seed with a fault is shrunk to events that have one by themselves`() async throws {
        let fault = ["--fault", "lostCloseWrite"]
        let found = try await Simulate.run(["--seeds", "1..200", "--first"] + fault)
        let seed = try #require(found.output.split(separator: " ").dropFirst().first)
        let shrunk = try await Simulate.run(["--shrink", "\(seed)"] + fault)
        let line = try #require(shrunk.output.split(separator: "\n").last)
        let events = try #require(line.split(separator: " ").last)
        #expect(line.contains("events are enough") && events.split(separator: ",").count <= 60)
        let replay = ["--replay", "\(seed)", "--only", "\(events)"]
        let replayed = try await Simulate.run(replay + fault)
        #expect(replayed.status == 1, "\(replayed.output)")
        // Without the fault they have none.
        let mended = try await Simulate.run(replay)
        #expect(mended.status == 0, "\(mended.output)")
    }
}
