internal import Catalogue
internal import Kernel

/// Everything found and not yet committed, in order; later observations of a place supersede earlier ones.
final class ObservationQueue {
    private var pending: [Observation] = []
    private var countByLocation: [FileLocation: Int] = [:]
    private var countByDirectory: [Int64: Int] = [:]
    /// Those whose files are being read, by ticket.
    private var tickets: [UInt64: Observation] = [:]
    private var lastTicket: UInt64 = 0
    /// Those of ``tickets`` that were set aside.
    private var asides: [UInt64: Observation] = [:]

    /// So many belong together at most; what came last in a batch that is cut may belong to what has not come yet.
    private static let (smallestBatch, kept) = (512, 64)
    private static let capacity = 20_000

    var count: Int { pending.count }
    var isEmpty: Bool { pending.isEmpty }
    /// Whether no more should be found before some have been dealt with.
    var isFull: Bool { pending.count >= Self.capacity }

    /// Whether something found at a place is on its way.
    func contains(_ location: FileLocation) -> Bool {
        !countByLocation.isEmpty && countByLocation[location] != nil
    }

    /// The names of a directory's files on their way.
    func names(in directory: Int64, _ body: ([UInt8]) -> Void) {
        guard countByDirectory[directory] != nil else { return }
        for observation in pending
        where observation.location.directory == directory && observation.stat != nil {
            body(observation.location.name.bytes)
        }
    }

    func append(_ observation: Observation) {
        pending.append(observation)
        countByLocation[observation.location, default: 0] += 1
        countByDirectory[observation.location.directory, default: 0] += 1
    }

    /// Gives back the room of a burst.
    func shrink() { if pending.isEmpty { pending = [] } }

    // MARK: Tickets

    /// A number by which the extractors will answer for an observation's file.
    func issueTicket(for observation: Observation) -> UInt64 {
        lastTicket += 1
        tickets[lastTicket] = observation
        return lastTicket
    }

    /// The observation whose file is being read under a ticket; nil when it was answered or given up.
    func observation(for ticket: UInt64) -> Observation? { tickets[ticket] }

    /// The extractors have answered: a ticket is good for one answer.
    func redeem(_ ticket: UInt64) -> Observation? {
        asides[ticket] = nil
        return tickets.removeValue(forKey: ticket)
    }

    /// The file is not going to be read; it has to be found anew.
    func supersede(_ ticket: UInt64) { redeem(ticket)?.isSuperseded = true }

    /// What came after an observation goes on without it; the answer will be for another one that is
    /// in no queue yet.
    func setAside(_ ticket: UInt64, as aside: Observation) {
        aside.isAside = true
        asides[ticket] = aside
        tickets.updateValue(aside, forKey: ticket)?.isSuperseded = true
    }

    /// Whether a file is read by itself, while what came after it goes on.
    func isAside(_ file: FileIdentity) -> Bool {
        asides.values.contains { $0.identity?.isSameFile(as: file) ?? false }
    }

    // MARK: Batches

    /// Takes what can be decided together, in order.
    ///
    /// While files keep coming this is done by the hundred; once the watcher has told all it saw,
    /// everything that belongs together is here and is decided together.
    ///
    /// - Parameters:
    ///   - isSettled: Whether the watcher has told everything it saw.
    ///   - isFirstIndex: Whether nothing was known before, so that nothing can belong to what has not come yet.
    /// - Returns: An empty batch when it is too early.
    func takeBatch(isSettled: Bool, isFirstIndex: Bool) -> [Observation] {
        var count = pending.firstIndex { !$0.isReady } ?? pending.count
        let isWhole = count == pending.count && isSettled
        guard isWhole || count >= Self.smallestBatch else { return [] }
        if !isWhole, !isFirstIndex { count -= Self.kept }
        let batch = Array(pending[..<count])
        pending.removeFirst(count)
        return batch
    }

    /// An observation that was taken is dealt with.
    ///
    /// - Returns: How many of its place are still counted.
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
