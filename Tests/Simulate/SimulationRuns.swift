import Foundation
import Simulation

/// Runs seeds and prints what they found.
struct SimulationRuns {
    /// Where the catalogues are marked that lie in memory.
    let directory: String
    let operations: Int
    let fault: PlantedFault?

    /// Runs seeds; false when one finds a fault.
    func runAll(_ seeds: ClosedRange<UInt64>, stopsAtFirst: Bool) -> Bool {
        let start = ContinuousClock.now
        var (runs, faults, steps) = (0, 0, 0)
        for seed in seeds {
            let simulation = Simulation(options(seed))
            runs += 1
            do {
                try simulation.run()
            } catch {
                faults += 1
                print("seed \(seed) (\(simulation.character)): \(error)")
                // Whoever stops it has seen what was found.
                fflush(nil)
            }
            steps += simulation.steps
            if faults > 0, stopsAtFirst { break }
        }
        let minutes = (ContinuousClock.now - start) / .seconds(60)
        let all = runs * operations
        print(
            """
            \(runs) seeds, \(all) operations, \(steps) steps: \(faults) faults; \
            \(Int(Double(all) / minutes)) operations and \(Int(Double(steps) / minutes)) \
            steps a minute
            """
        )
        return faults == 0
    }

    private func options(_ seed: UInt64) -> Simulation.Options {
        var options = Simulation.Options(seed: seed, operations: operations, directory: directory)
        options.fault = fault
        return options
    }

    /// Runs one with its diary; false when it finds a fault.
    func replay(_ seed: UInt64, only: Set<SimulationEvent>?) -> Bool {
        var options = options(seed)
        // Lines to type name the catalogue, which is elsewhere in each process.
        options.diary = { [directory] in print($0.replacing(directory, with: "DIRECTORY")) }
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
    func shrink(_ seed: UInt64) -> Bool {
        var shrinking = SimulationShrinking(options(seed))
        guard let found = shrinking.shrink() else {
            print("seed \(seed): no fault")
            return true
        }
        let events = found.events.map(\.description).joined(separator: ",")
        _ = replay(seed, only: Set(found.events))
        print("\(shrinking.runs) runs: \(found.events.count) events are enough: \(events)")
        return false
    }
}
