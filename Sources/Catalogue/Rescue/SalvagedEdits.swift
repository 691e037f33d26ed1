internal import GRDB

/// Which asset each edit that was read of a damaged catalogue is of.
///
/// An asset says whether it was edited, so an edit that has come to another one by a wrong number is found out.
struct SalvagedEdits {
    private let target: Database

    init(_ target: Database) { self.target = target }

    private static let strange = """
        SELECT id FROM edit WHERE id IN (SELECT id FROM asset WHERE NOT edited)
            OR id NOT IN (SELECT id FROM asset) AND id NOT IN (SELECT id FROM tombstone)
                AND id NOT IN (SELECT id FROM resource)
        """
    private static let missing =
        "SELECT id FROM asset WHERE edited AND id NOT IN (SELECT id FROM edit)"

    /// Gives one that is at the wrong asset, by one bit, to the only one that misses it; of several nobody knows whose
    /// they are.
    ///
    /// Where none is missed, it is the asset that says so wrongly.
    func run() throws {
        let (strange, missing) = (
            try target.numbers(Self.strange), try target.numbers(Self.missing)
        )
        if strange.count == 1, missing.count == 1, (strange[0] ^ missing[0]).nonzeroBitCount == 1 {
            let update = SQLiteStatement(target, "UPDATE edit SET id = ?2 WHERE id = ?1")
            try update.bind(1, strange[0]).bind(2, missing[0]).run()
        } else if !missing.isEmpty {
            let delete = SQLiteStatement(target, "DELETE FROM edit WHERE id = ?")
            for id in strange { try delete.bind(1, id).run() }
        }
    }
}

extension Database {
    /// The first column of what a query finds.
    func numbers(_ query: String) throws -> [Int64] {
        var numbers: [Int64] = []
        try SQLiteStatement(self, query).forEach { numbers.append($0.integer(0)) }
        return numbers
    }
}
