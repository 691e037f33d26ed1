import Foundation
import Simulation
import Testing

/// The simulated kernel beside the machine's own.
@Suite(.serialized)
struct SimulatedKernelTests {
    private static let places: [(path: String, kind: SimulatedDisk.Kind)] = [
        (FileManager.default.temporaryDirectory.path, .ext4), ("/dev/shm", .tmpfs),
    ].filter { access($0.0, W_OK) == 0 }

    private static var operations: Int {
        ProcessInfo.processInfo.environment["HELIOGRAPH_TEST_OPERATIONS"].flatMap { Int($0) }
            ?? 20_000
    }

    @Test(arguments: 0..<places.count)
    func `the same operations give the same events and listings as on a real disk`(
        _ index: Int
    ) throws {
        let (path, kind) = Self.places[index]
        let seed = UInt64.random(in: 0..<1_000_000)
        print("seed \(seed) in \(path)")
        let tree = try TwinTree(in: path, kind, seed: seed)
        defer { tree.remove() }
        for step in 1...Self.operations {
            try tree.step()
            if tree.dice(6) == 0 { try tree.compareEvents() }
            if step % 500 == 0 { try tree.compareListings() }
        }
        try tree.compareEvents()
        try tree.compareListings()
        print("\(Self.operations) operations, \(tree.events) events: equal")
        #expect(tree.events > Self.operations / 10)
    }

    @Test(arguments: 0..<places.count)
    func `a queue that runs over says so once, and goes on when it is read`(_ index: Int) throws {
        let (path, kind) = Self.places[index]
        let tree = try TwinTree(in: path, kind, seed: 7)
        defer { tree.remove() }
        for _ in 0..<2 {
            for _ in 0..<40_000 { try tree.step() }
            try tree.compareEvents()
        }
    }
}
