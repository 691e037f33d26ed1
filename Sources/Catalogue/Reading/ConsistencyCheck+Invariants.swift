internal import PhotoModel

extension ConsistencyCheck {
    /// Queries that find nothing in a sound catalogue, each with a description of the fault that it finds.
    static let invariants = [
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
            SELECT id FROM moment
            WHERE startOffset IS NOT (SELECT clockOffset FROM asset WHERE id = startAsset)
                OR endOffset IS NOT (SELECT clockOffset FROM asset WHERE id = endAsset)
            """,
            "a moment with another clock than its first and last asset"
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
                OR (partCount > 0 OR edited OR traits & \(AssetTraits.borrows.rawValue) != 0)
                    != (id IN (SELECT id FROM own))
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
            """
            SELECT id FROM asset LEFT JOIN description USING (id)
            WHERE described != (description.id IS NOT NULL) UNION ALL
            SELECT id FROM description WHERE id NOT IN (SELECT id FROM asset)
            """,
            "an asset that does not know whether something was written of it"
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
