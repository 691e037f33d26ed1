internal import GRDB
internal import PhotoModel

/// Assigns the edits that were read from a damaged catalogue to their assets.
///
/// An asset says whether it was edited, so an edit that a wrong number gave to another asset is detected, and a lost
/// one can be made again.
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

    /// Moves an edit that is at the wrong asset, by one bit, to the only asset that misses one.
    ///
    /// Otherwise, edits at wrong assets are deleted if any asset misses one, because their owners are unknown. If no
    /// asset misses an edit, they stay, because then it is the asset that is wrong.
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
        try target.execute(sql: Self.derived)
    }

    /// Makes the lost edits of assets that say they were edited, from the values in which they differ from their files.
    ///
    /// A value that a part has too is the part's.
    static let derived = """
        INSERT INTO edit (id, time, favorite, hidden, isDated, creationDate, creationOffset,
            isPlaced, latitude, longitude, altitude, rating)
        SELECT id, time, favorite, hidden, isDated, iif(isDated, creationDate, NULL),
            iif(isDated, creationOffset, NULL), isPlaced, iif(isPlaced, latitude, NULL),
            iif(isPlaced, longitude, NULL), iif(isPlaced, altitude, NULL), rating
        FROM (\(differences))
        WHERE isDated OR isPlaced OR coalesce(favorite, hidden, rating) IS NOT NULL
        """

    private static let differences = """
        SELECT asset.id, max(asset.modificationDate / 1000, 0) AS time,
            nullif(asset.favorite, own.favorite) AS favorite,
            nullif(asset.hidden, own.hidden) AS hidden,
            asset.dateSource = \(DateSource.user.rawValue) AS isDated,
            asset.creationDate + iif(asset.creationOffset IS NULL, asset.clockOffset, 0) * 60000000
                AS creationDate, asset.creationOffset,
            (asset.latitude, asset.longitude, asset.altitude)
                IS NOT (own.latitude, own.longitude, own.altitude)
                AND NOT EXISTS (SELECT 1 FROM asset AS part WHERE part.partOf = asset.id
                    AND part.latitude = asset.latitude AND part.longitude = asset.longitude) AS isPlaced,
            asset.latitude, asset.longitude, asset.altitude,
            iif(description.rating IS own.rating
                OR EXISTS (SELECT 1 FROM asset AS part JOIN description AS said USING (id)
                    WHERE part.partOf = asset.id AND said.rating = description.rating),
                NULL, coalesce(description.rating, 0)) AS rating
        FROM asset JOIN own USING (id) LEFT JOIN description USING (id)
        WHERE asset.edited AND asset.id NOT IN (SELECT id FROM edit)
        """
}

extension Database {
    /// Returns the first column of a query's rows.
    func numbers(_ query: String) throws -> [Int64] {
        var numbers: [Int64] = []
        try SQLiteStatement(self, query).forEach { numbers.append($0.integer(0)) }
        return numbers
    }
}
