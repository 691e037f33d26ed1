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
}
