import Foundation
import TestSupport
import Testing

/// The simulated kernel beside the machine's own.
struct SimulatedKernelTests {
    private static let places: [String] = [
        FileManager.default.temporaryDirectory.path, "/dev/shm",
    ].filter { (path: String) in FileManager.default.isWritableFile(atPath: path) }

    // In a process of its own: one that starts others keeps files open in them for a moment.
    @Test(arguments: places)
    func `the same operations give the same events and listings as on a real disk`(
        _ directory: String
    ) async throws {
        let seed = Effort.seed
        let run = try await Simulate.run([
            "--compare", directory, "--seeds", "\(seed)..\(seed)", "--operations",
            "\(Effort.count(4_000, of: 20_000))",
        ])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains("events: equal"))
        print("\(directory): \(run.output)", terminator: "")
    }
}
