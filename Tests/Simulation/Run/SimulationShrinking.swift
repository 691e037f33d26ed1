/// Finds few of the events of a simulation that has a fault which have one by themselves.
///
/// Leaves out ever smaller groups of events as long as there is a fault still, as Zeller and Hildebrandt's ddmin does.
package struct SimulationShrinking {
    /// A simulation with a fault.
    package struct Found {
        /// What happens in it, in order.
        package let events: [SimulationEvent]
        package let fault: String
    }

    private let options: Simulation.Options
    /// How many simulations may be run yet.
    private var budget: Int
    /// How many were run.
    package private(set) var runs = 0

    /// - Parameters:
    ///   - options: The simulation with the fault.
    ///   - budget: How many simulations may be run.
    package init(_ options: Simulation.Options, budget: Int = 300) {
        (self.options, self.budget) = (options, budget)
    }

    /// - Returns: Nil when there is no fault to begin with.
    package mutating func shrink() -> Found? {
        guard var best = run(nil) else { return nil }
        best = run(without: { !$0.isOperation }, of: best) ?? best
        var size = (best.events.count + 1) / 2
        while size > 0, budget > 0 {
            var start = 0
            while start < best.events.count, budget > 0 {
                let end = min(start + size, best.events.count)
                let rest = best.events[..<start] + best.events[end...]
                // What is left out makes room for what comes next.
                if let found = run(Array(rest)) { best = found } else { start = end }
            }
            size = size == 1 ? 0 : (size + 1) / 2
        }
        return best
    }

    private mutating func run(
        without isLeftOut: (SimulationEvent) -> Bool,
        of found: Found
    ) -> Found? {
        run(found.events.filter { !isLeftOut($0) })
    }

    private mutating func run(_ events: [SimulationEvent]?) -> Found? {
        (runs, budget) = (runs + 1, budget - 1)
        var options = options
        options.only = events.map(Set.init)
        let simulation = Simulation(options)
        do {
            try simulation.run()
            return nil
        } catch {
            return Found(events: simulation.events, fault: "\(error)")
        }
    }
}

extension SimulationEvent {
    fileprivate var isOperation: Bool {
        if case .operation = self { return true }
        return false
    }
}
