/// When what was decided is committed.
///
/// Following, each change is told when it is known; a first index is committed by the thousand, for each commit waits
/// for the disk.
struct CommitPolicy {
    /// Whether nothing was known when indexing began, and not everything is known yet.
    private(set) var isFirstIndex = false
    /// How many files had been read at the last commit.
    private var committed: Int64 = 0

    /// Files between two commits of a first index.
    private static let batch: Int64 = 20_000

    mutating func beginFirstIndex() { isFirstIndex = true }

    /// From here on each change is told when it is known.
    mutating func endFirstIndex() { isFirstIndex = false }

    /// Whether to commit now.
    ///
    /// `isQuiet`: Whether all that was found has been dealt with.
    /// `indexed`: How many files have been read.
    mutating func shouldCommit(isQuiet: Bool, indexed: Int64) -> Bool {
        guard !isFirstIndex || isQuiet || indexed - committed >= Self.batch else { return false }
        committed = indexed
        return true
    }
}
