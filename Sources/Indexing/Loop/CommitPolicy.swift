/// Decides when to commit.
///
/// In normal operation each change is committed as soon as it is known. A first index commits thousands of
/// files at a time, because every commit waits for the disk.
struct CommitPolicy {
    /// Whether the catalogue was empty when indexing began and the first index is not complete.
    private(set) var isFirstIndex = false
    /// The number of files read at the last commit.
    private var committed: Int64 = 0

    /// The number of files between two commits of a first index.
    private static let batch: Int64 = 20_000

    mutating func beginFirstIndex() { isFirstIndex = true }

    /// Ends the first index; from now on each change is committed as soon as it is known.
    mutating func endFirstIndex() { isFirstIndex = false }

    /// Returns whether to commit now.
    ///
    /// `isQuiet`: Whether everything found has been processed.
    /// `indexed`: The number of files read so far.
    mutating func shouldCommit(isQuiet: Bool, indexed: Int64) -> Bool {
        guard !isFirstIndex || isQuiet || indexed - committed >= Self.batch else { return false }
        committed = indexed
        return true
    }
}
