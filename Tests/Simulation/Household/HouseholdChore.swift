internal import Kernel

/// What a user does in several steps, between which others go on.
struct HouseholdChore {
    /// Does one step; false gives up the rest.
    typealias Step = (Household) -> Bool

    private var steps: ArraySlice<Step>

    init(_ steps: [Step]) { self.steps = steps[...] }

    /// Does the next step.
    ///
    /// - Returns: Whether more are left to do.
    mutating func goOn(_ household: Household) -> Bool {
        guard let step = steps.popFirst() else { return false }
        return step(household) && !steps.isEmpty
    }
}

/// A place that a user has in mind.
struct HouseholdSpot {
    let directory: SimulatedInode
    let name: FileName

    init(_ directory: SimulatedInode, _ name: FileName) {
        (self.directory, self.name) = (directory, name)
    }

    init(_ entry: SimulatedEntry) { (directory, name) = (entry.parent, entry.name) }
}
