internal import PhotoModel

/// Repairs the set of files: each has an asset, lies in an existing directory or in the trash, and is live or removed,
/// but not both.
///
/// An asset that cannot be at its recorded place becomes a removed asset, which comes back under its identifier, with
/// its edits and in its albums, when its file is found.
struct FileRepair {
    private let connection: WriteConnection
    private let writer: CatalogueWriter

    init(_ writer: CatalogueWriter) {
        (self.writer, connection) = (writer, writer.connection)
    }

    func run() throws {
        try mendTrash()
        try buryFilesWithoutAsset()
        try buryLostFiles()
        for sql in Self.rest { try connection.execute(sql) }
    }

    private static let inTrash = "SELECT id FROM trash"

    /// Makes the trash and the assets of its files agree.
    private func mendTrash() throws {
        let deleted = AssetRecord.inTrash
        let parts = "SELECT id FROM asset WHERE partOf = \(deleted) AND id IN (\(Self.inTrash))"
        for sql in [
            """
            DELETE FROM trash WHERE id NOT IN (SELECT id FROM asset) OR id NOT IN (SELECT id FROM resource)
                OR id IN (SELECT id FROM resource WHERE directory > 0)
            """,
            """
            UPDATE asset SET partOf = \(deleted) WHERE id IN (\(Self.inTrash))
                AND coalesce(partOf, 0) != \(deleted) AND coalesce(partOf, 0) NOT IN (\(parts))
            """,
            """
            DELETE FROM asset WHERE id NOT IN (\(Self.inTrash))
                AND (partOf = \(deleted) OR partOf IN (SELECT id FROM asset WHERE partOf = \(deleted)))
            """,
        ] { try connection.execute(sql) }
    }

    /// Turns files whose asset is lost into removed assets: the identifier is lost too, but not the edits.
    private func buryFilesWithoutAsset() throws {
        var files: [FileRecord] = []
        try connection.forEachRow(
            """
            \(AssetColumns.selectFile) WHERE id NOT IN (SELECT id FROM asset) AND directory > 0
                AND id NOT IN (SELECT id FROM tombstone)
            """
        ) { files.append(AssetColumns.readFile($0, from: 0)) }
        for file in files {
            var record = AssetRecord()
            (record.id, record.uuid, record.file) = (file.id, .random(), file)
            (record.directory, record.addedDate) = (file.directory, writer.now)
            try writer.former.insertTombstone(of: record)
        }
        try connection.execute("DELETE FROM resource WHERE id NOT IN (SELECT id FROM asset)")
    }

    /// Turns assets whose directory is lost into removed assets: everything but their place is known.
    private func buryLostFiles() throws {
        let isLost = """
            resource.directory NOT IN (SELECT id FROM directory WHERE removedAt IS NULL)
                AND resource.id NOT IN (\(Self.inTrash))
            """
        var lost: [AssetRecord] = []
        try connection.forEachRow("\(AssetColumns.select) WHERE \(isLost)") {
            lost.append(AssetColumns.read($0))
        }
        for var record in lost {
            record.own = try connection.prepare(AssetColumns.selectOwn).bind(1, record.id)
                .first(AssetColumns.readOwn)
            record.burstIdentifier = nil
            try writer.former.insertTombstone(of: record)
            try writer.assets.delete(record)
        }
    }

    /// Statements that delete rows without an asset, and correct those that contradict their asset.
    private static let rest = [
        "DELETE FROM asset WHERE id NOT IN (SELECT id FROM resource)",
        // The values of their own files are lost, so these are read again.
        """
        UPDATE resource SET changed = 0 WHERE directory > 0 AND id IN
            (SELECT id FROM asset WHERE partCount > 0 OR edited) AND id NOT IN (SELECT id FROM own)
        """,
        "DELETE FROM own WHERE id NOT IN (SELECT id FROM asset)",
        "DELETE FROM description WHERE id NOT IN (SELECT id FROM asset)",
        """
        UPDATE asset SET directory = (SELECT directory FROM resource WHERE resource.id = asset.id)
            WHERE id NOT IN (\(inTrash))
            AND directory != (SELECT directory FROM resource WHERE resource.id = asset.id)
        """,
        "DELETE FROM tombstone WHERE id IN (SELECT id FROM asset) AND id NOT IN (\(inTrash))",
        """
        UPDATE asset SET described = (id IN (SELECT id FROM description))
            WHERE described != (id IN (SELECT id FROM description))
        """,
    ]
}
