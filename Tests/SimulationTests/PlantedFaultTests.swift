import TestSupport
import Testing

/// Simulations find what is not as it should be.
struct PlantedFaultTests {
    /// Each fault with how many seeds may be needed to find it, from the first on.
    private static let faults = [
        ("lostEvent", 30), ("lostDelete", 30), ("lostMovedFrom", 50), ("lostCloseWrite", 30),
        ("ignoredOverflow", 30), ("lateWatch", 20), ("earlyFlush", 80), ("lostWalk", 40),
        ("untoldMount", 20), ("shortListing", 30), ("staleStat", 100), ("swappedAnswer", 10),
        ("lostAnswer", 200), ("ignoredSync", 10), ("lostLine", 10),
    ]

    @Test(.enabled(if: Effort.isFull), arguments: faults)
    func `a planted fault is found`(_ fault: String, _ seeds: Int) async throws {
        let run = try await Simulate.run([
            "--fault", fault, "--seeds", "1..\(seeds)", "--first",
        ])
        #expect(run.status == 1 && run.output.contains("seed "), "\(run.output)")
    }
}
