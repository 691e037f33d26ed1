/// A writer's position in the sequence of changes, and the range in which others have committed meanwhile.
struct WriterPosition: Equatable {
    /// The part of its state in memory that a writer has to reload.
    enum Reload: Equatable {
        case nothing
        /// Only the rows that others have written since a number.
        case since(Int64)
        case everything
    }

    private enum Memory: Equatable {
        case empty
        /// The state may be ahead of the file.
        case stale
        /// The state of the last commit in which others' rows were read; own commits do not count, because others write
        /// some rows without taking a number.
        case read(through: Int64)
    }

    /// A range of numbers: after one, through another.
    struct Stretch: Equatable {
        var after: Int64
        var through: Int64
    }

    /// The last number that was assigned.
    private(set) var sequence: Int64
    /// The last number that is committed.
    private(set) var committed: Int64
    private var memory = Memory.empty
    /// The range of numbers in which others have committed since it was last taken.
    private var foreign: Stretch?

    init(_ sequence: Int64) {
        (self.sequence, committed) = (sequence, sequence)
    }

    /// Whether there are numbers that are not committed.
    var hasChanges: Bool { sequence != committed }

    /// Takes the next number.
    mutating func next() -> Int64 {
        sequence += 1
        return sequence
    }

    /// Takes several numbers at once.
    mutating func skip(_ count: Int64) { sequence += count }

    /// Catches up with the file, whose last number is `last`, at the beginning of a transaction.
    mutating func catchUp(with last: Int64) -> Reload {
        let reload: Reload
        switch memory {
        case .read where last == committed: return .nothing
        case .read(let base): reload = .since(base)
        case .stale, .empty: reload = .everything
        }
        if memory != .empty, last > committed {
            foreign = Stretch(after: foreign?.after ?? committed, through: last)
        }
        (sequence, committed, memory) = (last, last, .read(through: last))
        return reload
    }

    /// Notes that the state in memory may be ahead of the file.
    mutating func markStale() { memory = .stale }

    /// Notes that all assigned numbers are committed; returns false if there were no new ones.
    mutating func markCommitted() -> Bool {
        defer { committed = sequence }
        return hasChanges
    }

    /// Returns and clears the range in which others have committed.
    mutating func takeForeign() -> Stretch? { foreign.take() }
}
