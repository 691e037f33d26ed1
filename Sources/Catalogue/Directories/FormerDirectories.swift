/// Finds the directories that are gone for good, whose rows are deleted along with the history.
///
/// A removed directory keeps its identifier for as long as removed assets keep theirs, in case it comes back under its
/// name. Without this, folders that exist for a day, such as those in which photos arrive, would be kept forever, in
/// memory too.
struct FormerDirectories {
    private let connection: WriteConnection

    init(_ connection: WriteConnection) {
        self.connection = connection
    }

    /// Returns the directories that were removed before the history begins, and to which nothing refers any longer.
    ///
    /// They contain no directory, file, tombstone or trashed file; their own parents follow once they are deleted.
    func forgettable() throws -> [Int64] {
        var ids: [Int64] = []
        try connection.prepare(
            """
            SELECT id FROM directory AS gone WHERE removedAt IS NOT NULL AND parent IS NOT NULL
                AND written <= (SELECT pruned FROM library)
                AND NOT EXISTS (SELECT 1 FROM directory AS child WHERE child.parent = gone.id)
                AND NOT EXISTS (SELECT 1 FROM resource WHERE directory = gone.id)
                AND NOT EXISTS (SELECT 1 FROM tombstone WHERE directory = gone.id)
                AND id NOT IN (SELECT directory FROM trash)
            """
        ).forEach { ids.append($0.integer(0)) }
        return ids
    }

    /// The key of the status that holds the number at which directories were last forgotten.
    private static let statusKey = "forgottenDirectories"

    /// Returns whether directories were forgotten after a number, so that a table read earlier has some that are gone.
    func wereForgotten(after number: Int64) throws -> Bool {
        let last = try StatusTable(connection).value(Self.statusKey).flatMap { Int64($0) }
        return last.map { $0 > number } ?? false
    }

    func recordForgotten(at number: Int64) throws {
        try StatusTable(connection).set(Self.statusKey, "\(number)")
    }
}
