internal import Catalogue
internal import Kernel

/// The observations that are not committed yet, in order; a later one of a place supersedes earlier ones.
final class ObservationQueue {
    /// The renames since all observations were last committed.
    var renames = RenameLog()
    /// The number of files appended so far at places where the catalogue may know a file.
    private(set) var occupants: UInt64 = 0
    private var pending: [Observation] = []
    private var countByLocation: [FileLocation: Int] = [:]
    private var countByDirectory: [Int64: Int] = [:]
    /// Observations whose files are being read, by ticket.
    private var tickets: [UInt64: Observation] = [:]
    private var lastTicket: UInt64 = 0
    /// The entries of ``tickets`` that were set aside.
    private var asides: [UInt64: Observation] = [:]
    /// Observations that were set aside and have been read, with the tickets they had.
    private var answeredAsides: [(ticket: UInt64, observation: Observation)] = []
    /// When the first of these was read, in milliseconds.
    private var answeredSince: Int64 = 0

    /// The largest number of observations that can depend on each other.
    ///
    /// The last ones of a partial batch are kept back, as they may depend on later ones.
    private static let (smallestBatch, kept) = (512, 64)
    private static let capacity = 20_000
    /// How long a file that was set aside waits for the others, in milliseconds.
    private static let patience: Int64 = 2_000

    var count: Int { pending.count }
    var isEmpty: Bool { pending.isEmpty }
    /// Whether the queue has reached its capacity.
    var isFull: Bool { pending.count >= Self.capacity }

    /// Returns whether an observation of a place is queued.
    func contains(_ location: FileLocation) -> Bool {
        !countByLocation.isEmpty && countByLocation[location] != nil
    }

    /// Calls `body` with the queued names of a directory's files.
    func names(in directory: Int64, _ body: ([UInt8]) -> Void) {
        guard countByDirectory[directory] != nil else { return }
        for observation in pending
        where observation.location.directory == directory && observation.stat != nil {
            body(observation.location.name.bytes)
        }
    }

    func append(_ observation: Observation) {
        pending.append(observation)
        if observation.stat != nil, observation.vacantSince == nil { occupants += 1 }
        countByLocation[observation.location, default: 0] += 1
        countByDirectory[observation.location.directory, default: 0] += 1
    }

    /// Releases memory after a burst.
    func shrink() { if pending.isEmpty { pending = [] } }

    // MARK: Tickets

    /// Returns a new ticket, with which the extractors will answer for an observation's file.
    func issueTicket(for observation: Observation) -> UInt64 {
        lastTicket += 1
        tickets[lastTicket] = observation
        return lastTicket
    }

    /// Returns the observation whose file is being read under a ticket; nil if the ticket was answered or superseded.
    func observation(for ticket: UInt64) -> Observation? { tickets[ticket] }

    /// Removes and returns the observation of a ticket that was answered; a ticket is good for one answer.
    func redeem(_ ticket: UInt64) -> Observation? {
        asides[ticket] = nil
        return tickets.removeValue(forKey: ticket)
    }

    /// Marks a file as superseded because it will not be read; it has to be found again.
    func supersede(_ ticket: UInt64) { redeem(ticket)?.isSuperseded = true }

    /// Lets later observations proceed without this one; the answer will be for `aside`, which is not in a queue yet.
    func setAside(_ ticket: UInt64, as aside: Observation) {
        aside.isAside = true
        asides[ticket] = aside
        tickets.updateValue(aside, forKey: ticket)?.isSuperseded = true
    }

    // MARK: Set aside

    /// Whether a file is being read separately, or was and waits for others.
    var hasAsides: Bool { !asides.isEmpty || hasAnsweredAsides }

    /// Whether a file is being read separately, while later ones proceed.
    func isAside(_ file: FileIdentity) -> Bool {
        (asides.values + answeredAsides.map(\.observation)).contains {
            $0.identity?.isSameFile(as: file) ?? false
        }
    }

    var hasAnsweredAsides: Bool { !answeredAsides.isEmpty }

    /// Keeps a file that was set aside and has been read.
    ///
    /// `ticket`: Its ticket, which determines the order of the waiting files.
    func hold(_ observation: Observation, ticket: UInt64, at now: Int64) {
        if answeredAsides.isEmpty { answeredSince = now }
        answeredAsides.append((ticket, observation))
    }

    /// Takes the files that were set aside and have been read, in the order in which they were found.
    ///
    /// They are taken together, because files that exchanged places have to be decided together, unless one takes too
    /// long.
    func takeAnsweredAsides(_ now: Int64) -> [Observation] {
        guard asides.isEmpty || now - answeredSince >= Self.patience else { return [] }
        defer { answeredAsides = [] }
        return answeredAsides.sorted { $0.ticket < $1.ticket }.map(\.observation)
    }

    // MARK: Batches

    /// Takes the observations that can be resolved together, in order.
    ///
    /// While files keep arriving, these are hundreds at a time; once the watcher is settled, everything queued is
    /// resolved together.
    ///
    /// - Parameters:
    ///   - isSettled: Whether the watcher has reported everything it saw.
    ///   - isFirstIndex: Whether the catalogue was empty before, so that nothing depends on later observations.
    /// - Returns: An empty batch when it is too early.
    func takeBatch(isSettled: Bool, isFirstIndex: Bool) -> [Observation] {
        var count = pending.firstIndex { !$0.isReady } ?? pending.count
        let isComplete = count == pending.count && isSettled
        guard isComplete || count >= Self.smallestBatch else { return [] }
        if !isComplete, !isFirstIndex { count -= Self.kept }
        let batch = Array(pending[..<count])
        pending.removeFirst(count)
        return batch
    }

    /// Records that an observation from a batch was processed.
    ///
    /// - Returns: The number of observations of its place that are still counted.
    func complete(_ observation: Observation) -> Int {
        let location = observation.location
        if let count = countByDirectory[location.directory] {
            countByDirectory[location.directory] = count > 1 ? count - 1 : nil
        }
        guard let index = countByLocation.index(forKey: location) else { return 0 }
        let left = countByLocation[index].value - 1
        if left > 0 {
            countByLocation.values[index] = left
        } else {
            countByLocation.remove(at: index)
        }
        return left
    }
}
