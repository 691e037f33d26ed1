import Foundation
import Simulation

/// `contrib/simulate`: runs simulations and says which found a fault.
struct SimulateCommand {
    private var seeds: ClosedRange<UInt64> = 1...100
    private var operations = 200
    private var replay: UInt64?
    private var stopsAtFirst = false
    private var fault: PlantedFault?
    private var comparison: String?
    private var shrunk: UInt64?
    private var only: Set<SimulationEvent>?
    private let directory: String

    init(_ arguments: ArraySlice<String>) {
        var rest = arguments
        directory = "/dev/shm/heliograph-simulate-\(getpid())"
        while let argument = rest.popFirst() {
            switch argument {
            case "--seeds": if let text = rest.popFirst() { seeds = Self.range(text) }
            case "--operations": operations = rest.popFirst().flatMap { Int($0) } ?? operations
            case "--replay": replay = rest.popFirst().flatMap { UInt64($0) }
            case "--shrink": shrunk = rest.popFirst().flatMap { UInt64($0) }
            case "--only": only = rest.popFirst().map(Self.events)
            case "--first": stopsAtFirst = true
            case "--compare": comparison = rest.popFirst()
            case "--fault":
                fault = rest.popFirst().flatMap(PlantedFault.init)
                guard fault != nil else {
                    print("--fault takes one of: \(PlantedFault.allCases.map(\.rawValue))")
                    exit(64)
                }
            default:
                print(
                    """
                    usage: simulate [--seeds A..B] [--operations N] [--first] [--fault NAME]
                           simulate --shrink SEED [--operations N] [--fault NAME]
                           simulate --replay SEED [--operations N] [--fault NAME] [--only EVENTS]
                           simulate --story FILE [ORDER]
                           simulate --compare DIRECTORY [--seeds A..B] [--operations N]
                    """
                )
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

    private static func events(_ text: String) -> Set<SimulationEvent> {
        let events = text.split(separator: ",").map { SimulationEvent(String($0)) }
        guard !events.contains(nil) else {
            print("--only takes what --shrink says, such as o17,o18,m5")
            exit(64)
        }
        return Set(events.compactMap(\.self))
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
        if let comparison { return compare(in: comparison) ? 0 : 1 }
        defer { try? FileManager.default.removeItem(atPath: directory) }
        if let shrunk { return shrink(shrunk) ? 0 : 1 }
        if let replay { return run(replay, only: only) ? 0 : 1 }
        return runAll()
    }

    private func runAll() -> Int32 {
        let start = ContinuousClock.now
        var (faults, steps) = (0, 0)
        for seed in seeds {
            let simulation = Simulation(options(seed))
            do {
                try simulation.run()
            } catch {
                faults += 1
                print("seed \(seed) (\(simulation.character)): \(error)")
                // Whoever stops it has seen what was found.
                fflush(nil)
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

    private func options(_ seed: UInt64) -> Simulation.Options {
        var options = Simulation.Options(seed: seed, operations: operations, directory: directory)
        options.fault = fault
        return options
    }

    /// Runs one with its diary; false when it finds a fault.
    private func run(_ seed: UInt64, only: Set<SimulationEvent>?) -> Bool {
        var options = options(seed)
        options.diary = { print($0) }
        options.only = only
        do {
            try Simulation(options).run()
            return true
        } catch {
            print("seed \(seed): \(error)")
            return false
        }
    }

    /// Finds few events of a seed that have a fault, and shows them; false when it finds one.
    private func shrink(_ seed: UInt64) -> Bool {
        var shrinking = SimulationShrinking(options(seed))
        guard let found = shrinking.shrink() else {
            print("seed \(seed): no fault")
            return true
        }
        let events = found.events.map(\.description).joined(separator: ",")
        _ = run(seed, only: Set(found.events))
        print("\(shrinking.runs) runs: \(found.events.count) events are enough: \(events)")
        return false
    }

    /// Does the same things to a real directory and to a simulated one, and compares what the two kernels tell.
    private func compare(in directory: String) -> Bool {
        for seed in seeds {
            do {
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
                print(
                    "seed \(seed): \(operations + 40_000) operations, \(tree.events) events: equal"
                )
            } catch {
                print("seed \(seed): \(error)")
                return false
            }
        }
        return true
    }
}
