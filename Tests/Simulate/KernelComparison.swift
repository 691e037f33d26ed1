import ArgumentParser
import Simulation

/// Does the same things to a real directory and to a simulated one, and compares what the two kernels tell.
struct KernelComparison {
    let directory: String
    let operations: Int

    /// - Throws: An exit status at the first difference, which is printed.
    func run(_ seeds: ClosedRange<UInt64>) throws {
        for seed in seeds {
            do {
                let events = try compare(seed)
                print("seed \(seed): \(operations + 40_000) operations, \(events) events: equal")
            } catch {
                print("seed \(seed): \(error)")
                throw ExitCode(1)
            }
        }
    }

    private func compare(_ seed: UInt64) throws -> Int {
        let tree = try TwinTree(in: directory, seed: seed)
        defer { tree.remove() }
        for step in 1...operations {
            try tree.step()
            if tree.dice(6) == 0 { try tree.compareEvents() }
            if step % 500 == 0 { try tree.compareListings() }
        }
        // Now with a queue that runs over.
        for _ in 0..<40_000 { try tree.step() }
        try tree.compareEvents()
        try tree.compareListings()
        return tree.events
    }
}
