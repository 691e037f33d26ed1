import ArgumentParser
import Foundation
import Simulation

/// Runs simulations and says which found a fault.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contrib/simulate",
        abstract: "Runs the whole indexer on a simulated machine, from seeds.",
        discussion: """
            Without --replay, --shrink, --story or --compare it runs seeds and says which found a fault. The exit \
            status is 1 when one did.
            """
    )

    @Option(help: ArgumentHelp("The seeds to run.", valueName: "a..b"))
    var seeds = SeedRange(1...100)
    @Option(help: "How many things users do in each.")
    var operations = 200
    @Flag(help: "Stop at the first fault.")
    var first = false
    @Option(help: "A fault to plant, to see that it is found.")
    var fault: PlantedFault?
    @Option(help: ArgumentHelp("Run one seed with a diary of every step.", valueName: "seed"))
    var replay: UInt64?
    @Option(
        help: ArgumentHelp("With --replay: what alone is to happen of it.", valueName: "events")
    )
    var only: EventList?
    @Option(help: ArgumentHelp("Find few events of a seed that have its fault.", valueName: "seed"))
    var shrink: UInt64?
    @Option(help: ArgumentHelp("Play the stories of a text.", valueName: "file"))
    var story: String?
    @Option(
        help: ArgumentHelp("With --story: another number, another order of turns.", valueName: "n")
    )
    var order: UInt64 = 1
    @Option(
        help: ArgumentHelp("Compare the simulated kernel with a real one.", valueName: "directory")
    )
    var compare: String?

    func validate() throws {
        guard [replay != nil, shrink != nil, story != nil, compare != nil].count(where: { $0 }) < 2
        else {
            throw ValidationError("--replay, --shrink, --story and --compare exclude each other")
        }
        guard only == nil || replay != nil else { throw ValidationError("--only needs --replay") }
        guard operations > 0 else { throw ValidationError("--operations takes a number from 1 on") }
    }

    func run() throws {
        if let compare {
            return try KernelComparison(directory: compare, operations: operations).run(seeds.range)
        }
        let directory = "/dev/shm/heliograph-simulate-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let runs = SimulationRuns(directory: directory, operations: operations, fault: fault)
        let isFlawless: Bool
        if let story {
            isFlawless = try StoryRuns(catalogue: directory + "/stories").play(story, order: order)
        } else if let shrink {
            isFlawless = runs.shrink(shrink)
        } else if let replay {
            isFlawless = runs.replay(replay, only: only?.events)
        } else {
            isFlawless = runs.runAll(seeds.range, stopsAtFirst: first)
        }
        guard isFlawless else { throw ExitCode(1) }
    }
}

extension PlantedFault: ExpressibleByArgument {}

/// `1..1000`.
struct SeedRange: ExpressibleByArgument, CustomStringConvertible {
    let range: ClosedRange<UInt64>

    init(_ range: ClosedRange<UInt64>) { self.range = range }

    init?(argument: String) {
        let ends = argument.components(separatedBy: "..").map { UInt64($0) }
        guard ends.count < 3, let first = ends.first ?? nil, let last = ends.last ?? nil,
            first <= last
        else { return nil }
        range = first...last
    }

    var description: String { "\(range.lowerBound)..\(range.upperBound)" }
    var defaultValueDescription: String { description }
}

/// What ``SimulateCommand/shrink`` prints: `o17,o18,m5`.
struct EventList: ExpressibleByArgument {
    let events: Set<SimulationEvent>

    init?(argument: String) {
        let events = argument.split(separator: ",").map { SimulationEvent(String($0)) }
        guard !events.contains(nil) else { return nil }
        self.events = Set(events.compactMap(\.self))
    }
}
