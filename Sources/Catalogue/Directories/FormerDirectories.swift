/// Directories that are gone for good: their rows are forgotten with the history.
///
/// A directory that was removed keeps its identifier for as long as removed assets keep theirs, in case it comes back
/// under its name. Folders that exist for a day, such as those in which photos arrive, would otherwise be kept for
/// ever, in memory too.
struct FormerDirectories {
    private let connection: WriteConnection

    init(_ connection: WriteConnection) {
        self.connection = connection
    }

    /// The directories that were removed before the history begins, of which nothing lies in them, in the catalogue's
    /// memory of what was there, or below; those that others lie in follow when these are forgotten.
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

    /// The key of the status that says at which number directories were forgotten last.
    private static let statusKey = "forgottenDirectories"

    /// Returns whether directories were forgotten after a number: who read them before has some that are not there.
    func wereForgotten(after number: Int64) throws -> Bool {
        let last = try StatusTable(connection).value(Self.statusKey).flatMap { Int64($0) }
        return last.map { $0 > number } ?? false
    }

    func recordForgotten(at number: Int64) throws {
        try StatusTable(connection).set(Self.statusKey, "\(number)")
    }
}
