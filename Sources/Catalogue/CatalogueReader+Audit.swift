internal import PhotoModel
internal import PredicateFormat

extension CatalogueReader {
    /// Every file of a root with its path relative to it.
    package func forEachFile(
        ofRoot root: Int64,
        _ body: ([UInt8], FileRecord) -> Void
    ) throws {
        let directories = try directories("WHERE root = ? AND removedAt IS NULL") {
            $0.bind(1, root)
        }
        for directory in directories {
            for file in try files(in: directory.id) {
                body(try path(directory.id, file.name), file)
            }
        }
    }

    /// Where the catalogue contradicts itself, in words; empty when it does not.
    package func contradictions() throws -> [String] {
        var found: [String] = []
        for (sql, text) in Self.invariants {
            let broken = try statement("SELECT count(*) FROM (\(sql))").first { $0.integer(0) } ?? 0
            if broken > 0 { found.append("\(broken) × \(text)") }
        }
        found += try misgrouped()
        found += try wrongMoments()
        for collection in try collections([.smartAlbum]) {
            guard let query = try query(collection) else { continue }
            var count: Int64 = 0
            try forEachAsset(query) { _ in count += 1 }
            // What a pattern that takes too long answered counts for nothing.
            if count != collection.count, query.predicate.givenUpPattern == nil {
                let title = String(decoding: collection.title, as: UTF8.self)
                found.append("\(title) counts \(collection.count) assets and has \(count)")
            }
        }
        return found
    }

    /// Where files belong to others than what their names and contents tell.
    private func misgrouped() throws -> [String] {
        let query =
            "\(AssetColumns.select) WHERE asset.directory = ? AND asset.id NOT IN (SELECT id FROM trash)"
        var wrong = 0
        for directory in try directories("WHERE companions != 0") {
            var records: [AssetRecord] = []
            try statement(query).bind(1, directory.id).forEach {
                records.append(AssetColumns.read($0))
            }
            let owners = try records.map { record in
                var record = record
                record.own = try statement(AssetColumns.selectOwn).bind(1, record.id)
                    .first(AssetColumns.readOwn)
                return record
            }
            let grouping = AssetGrouping(owners)
            for record in owners {
                let (partOf, type) = grouping.place(of: record)
                if record.partOf != partOf || record.file.type != type { wrong += 1 }
            }
        }
        return wrong > 0 ? ["\(wrong) × a file that belongs to something else"] : []
    }

    private static let invariants = [
        (
            "SELECT id FROM resource WHERE id NOT IN (SELECT id FROM asset)",
            "a file without an asset"
        ),
        (
            "SELECT id FROM asset WHERE id NOT IN (SELECT id FROM resource)",
            "an asset without its file"
        ),
        (
            """
            SELECT id FROM resource WHERE directory NOT IN
                (SELECT id FROM directory WHERE removedAt IS NULL) AND id NOT IN (SELECT id FROM trash)
            """,
            "a file in a directory that is not there"
        ),
        (
            """
            SELECT asset.id FROM asset JOIN resource ON resource.id = asset.id
            WHERE asset.directory != resource.directory AND asset.id NOT IN (SELECT id FROM trash)
            """,
            "an asset in another directory than its file"
        ),
        (
            """
            SELECT id FROM directory WHERE assetCount !=
                (SELECT count(*) FROM asset
                 WHERE asset.directory = directory.id AND partOf IS NULL)
            """,
            "a directory with a wrong number of assets"
        ),
        (
            """
            SELECT id FROM directory AS d WHERE childCount != (SELECT count(*) FROM directory AS c
                WHERE c.parent = d.id AND c.assetCount + c.childCount > 0)
            """,
            "a directory with a wrong number of filled directories in it"
        ),
        (
            """
            SELECT burstKey FROM asset WHERE burstKey IS NOT NULL AND partOf IS NULL
            GROUP BY burstKey HAVING sum(representsBurst) != (count(*) > 1)
                OR count(burstIdentifier) != CASE WHEN count(*) > 1 THEN count(*) ELSE 0 END
            """,
            "a burst without exactly one representative"
        ),
        (
            """
            SELECT part.id FROM asset AS part LEFT JOIN asset AS whole ON whole.id = part.partOf
            WHERE part.partOf > 0 AND (whole.id IS NULL
                OR (whole.partOf IS NOT NULL AND whole.partOf != \(AssetRecord.inTrash))
                OR whole.directory != part.directory)
            """,
            "a file that is part of something that is not there"
        ),
        (
            """
            SELECT id FROM asset AS whole WHERE
                partCount != (SELECT count(*) FROM asset WHERE partOf = whole.id)
                OR (partCount > 0 OR edited) != (id IN (SELECT id FROM own))
                OR edited > (id IN (SELECT id FROM edit))
            """,
            "an asset with a wrong number of parts"
        ),
        (
            """
            SELECT id FROM asset WHERE partOf IS NOT NULL AND partOf != \(AssetRecord.inTrash)
                AND (partCount > 0 OR burstIdentifier IS NOT NULL)
            """,
            "a file that is part of an asset and an asset too"
        ),
        (
            "SELECT id FROM asset WHERE marks IS NOT (\(AssetMarks.expression))",
            "an asset with wrong marks"
        ),
        (
            """
            SELECT id FROM asset WHERE id IN (SELECT id FROM tombstone)
                AND id NOT IN (SELECT id FROM trash)
            """,
            "an asset that is also a tombstone"
        ),
        (
            """
            SELECT id FROM asset WHERE (id IN (SELECT id FROM trash)) !=
                (coalesce(partOf, 0) = \(AssetRecord.inTrash)
                OR partOf IN (SELECT id FROM asset WHERE partOf = \(AssetRecord.inTrash)))
            """,
            "an asset of which it is not clear whether it is deleted"
        ),
        (
            """
            SELECT id FROM smartAlbum LEFT JOIN (SELECT object, max(sequence) AS last FROM change
                WHERE kind = \(HistoryKind.smartAlbum.sql) GROUP BY object) ON object = id
            WHERE coalesce(changed, 0)
                != coalesce(last, min(changed, (SELECT pruned FROM library)), 0)
            """,
            "a smart album that does not know when it changed last"
        ),
        (
            """
            SELECT sequence FROM (SELECT sequence, previous, lag(sequence)
                OVER (PARTITION BY object ORDER BY sequence) AS earlier FROM change
                WHERE kind = \(HistoryKind.smartAlbum.sql))
            WHERE coalesce(previous, 0)
                != coalesce(earlier, min(previous, (SELECT pruned FROM library)), 0)
            """,
            "a change of a smart album that does not know the one before it"
        ),
        (
            """
            SELECT album FROM member WHERE album NOT IN (SELECT id FROM userCollection)
                AND album NOT IN (SELECT id FROM directory WHERE hasMembers)
            """,
            "an asset in an album that is not there"
        ),
        (
            """
            SELECT position FROM member WHERE date IS NOT (SELECT creationDate FROM asset
                WHERE asset.id = member.asset AND partOf IS NULL AND directory != member.album)
            """,
            "a member of an album with a wrong date"
        ),
        (
            """
            SELECT id FROM userCollection AS this WHERE count != CASE WHEN isFolder
                THEN (SELECT count(*) FROM userCollection AS child WHERE child.parent = this.id)
                ELSE (SELECT count(*) FROM member JOIN asset ON asset.id = member.asset
                      WHERE album = this.id AND partOf IS NULL) END
            """,
            "an album or folder of the user's with a wrong count"
        ),
        (
            """
            SELECT id FROM directory AS this WHERE
                addedCount != (SELECT count(*) FROM member JOIN asset ON asset.id = member.asset
                    WHERE album = this.id AND partOf IS NULL AND directory != this.id)
                OR hasMembers < (addedCount > 0)
            """,
            "a directory with a wrong number of added assets"
        ),
        (
            """
            SELECT asset FROM burst FULL JOIN
                (SELECT asset.id AS id, burstKey, burstPrimary, creationDate, resource.name AS file
                 FROM asset JOIN resource ON resource.id = asset.id
                 WHERE burstKey IS NOT NULL AND partOf IS NULL) ON id = asset
            WHERE (key, isPrimary, date, name) IS NOT (burstKey, burstPrimary, creationDate, file)
            """,
            "a picture with a wrong place in its burst"
        ),
        (
            """
            SELECT id FROM asset WHERE representsBurst = 1 AND id != (SELECT asset FROM burst
                WHERE key = burstKey ORDER BY isPrimary DESC, date, name, asset LIMIT 1)
            """,
            "a burst that another picture stands for than its first"
        ),
    ]
}
