import Foundation
import Simulation

/// `contrib/simulate`: runs simulations and says which found a fault.
struct SimulateCommand {
    private var seeds: ClosedRange<UInt64> = 1...100
    private var operations = 200
    private var replay: UInt64?
    private var stopsAtFirst = false
    private let directory: String

    init(_ arguments: ArraySlice<String>) {
        var rest = arguments
        directory = "/dev/shm/heliograph-simulate-\(getpid())"
        while let argument = rest.popFirst() {
            switch argument {
            case "--seeds": if let text = rest.popFirst() { seeds = Self.range(text) }
            case "--operations": operations = rest.popFirst().flatMap { Int($0) } ?? operations
            case "--replay": replay = rest.popFirst().flatMap { UInt64($0) }
            case "--first": stopsAtFirst = true
            default:
                print("usage: simulate [--seeds A..B] [--operations N] [--replay SEED] [--first]")
                exit(argument == "--help" ? 0 : 64)
            }
        }
    }

    private static func range(_ text: String) -> ClosedRange<UInt64> {
        let ends = text.components(separatedBy: "..").compactMap { UInt64($0) }
        guard let first = ends.first, let last = ends.last, first <= last else {
            print("--seeds takes a range such as 1..1000")
            exit(64)
        }
        return first...last
    }

    func run() -> Int32 {
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true
            )
        } catch {
            print("\(directory) cannot be made: \(error)")
            return 73
        }
        defer { try? FileManager.default.removeItem(atPath: directory) }
        if let replay { return run(replay) ? 0 : 1 }
        return runAll()
    }

    private func runAll() -> Int32 {
        let start = ContinuousClock.now
        var (faults, steps) = (0, 0)
        for seed in seeds {
            var options = Simulation.Options(
                seed: seed,
                operations: operations,
                directory: directory
            )
            options.diary = nil
            let simulation = Simulation(options)
            do {
                try simulation.run()
            } catch {
                faults += 1
                print("seed \(seed) (\(simulation.character)): \(error)")
                if stopsAtFirst { break }
            }
            steps += simulation.steps
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let all = seeds.count * operations
        print(
            """
            \(seeds.count) seeds, \(all) operations, \(steps) steps: \(faults) faults; \
            \(Int(Double(all) / seconds * 60)) operations and \(Int(Double(steps) / seconds * 60)) \
            steps a minute
            """
        )
        return faults == 0 ? 0 : 1
    }

    /// Runs one with its diary; false when it finds a fault.
    private func run(_ seed: UInt64) -> Bool {
        var options = Simulation.Options(seed: seed, operations: operations, directory: directory)
        options.diary = { print($0) }
        do {
            try Simulation(options).run()
            return true
        } catch {
            print("seed \(seed): \(error)")
            return false
        }
    }
}
