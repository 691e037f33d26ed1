internal import PhotoModel

/// The rows of an asset: its properties, its file, the file's own values and the user's edits.
final class AssetTable {
    private let connection: WriteConnection
    private let identifiers: IdentifierSource
    private let prepared: AssetStatements
    /// The inode numbers of all files during a first index, which looks up each file it finds.
    private var knownInodes: InodeSet?
    /// Whether a first index is running, during which there is no index of contents.
    private var isFirstIndex = false
    /// A count that grows whenever files may have been put where the indexer has not seen them yet, by other programs
    /// or by restoring them from the trash.
    private(set) var unseenArrivals = 0
    /// The time zone assumed for photos that give none.
    private(set) var zone = LibraryZone.utc

    init(_ connection: WriteConnection, _ identifiers: IdentifierSource) throws {
        (self.connection, self.identifiers) = (connection, identifiers)
        prepared = try connection.query { _ in try AssetStatements(connection) }
    }

    private var statements: AssetStatements { get throws { try connection.settled(prepared) } }

    /// Reads the rows that others wrote after a sequence number, or all rows if it is nil.
    func load(since base: Int64?) throws {
        knownInodes = nil
        unseenArrivals += 1
        try loadZone()
        for table in ["asset", "tombstone"] {
            let isOrdered = "id > ? AND NOT (\(Schema.hasRandomIdentifier))"
            try connection.prepare(
                "SELECT uuid FROM \(table) WHERE \(isOrdered) ORDER BY id DESC LIMIT 1"
            ).bind(1, base ?? 0).forEach { row in
                identifiers.advance(past: ObjectUUID(bytes: row.blob(0)))
            }
        }
    }

    func loadZone() throws { zone = try LibraryZone.known(connection) ?? .utc }

    func countUnseenArrival() { unseenArrivals += 1 }

    /// Keeps the inode numbers of all files in memory until the next ``load(since:)``.
    func keepInodes() throws {
        var inodes = InodeSet()
        try connection.query { _ in
            try connection.forEachRow("SELECT inode FROM resource") { inodes.insert($0.integer(0)) }
        }
        (knownInodes, isFirstIndex) = (inodes, true)
    }

    func dropInodes() { (knownInodes, isFirstIndex) = (nil, false) }

    var isEmpty: Bool {
        get throws { try connection.query { _ in try statements.any.first { _ in true } == nil } }
    }

    /// Returns an asset as it is in its row.
    func row(_ id: Int64) throws -> AssetRecord? {
        try statements.select.bind(1, id).first(AssetColumns.read)
    }

    /// Returns an asset, including its file's own values if they are overridden.
    func asset(_ id: Int64) throws -> AssetRecord? { try row(id).map(withOwn) }

    private func withOwn(_ record: AssetRecord) throws -> AssetRecord {
        guard record.partCount > 0 || record.isEdited || record.traits.contains(.borrows) else {
            return record
        }
        var record = record
        record.own = try statements.selectOwn.bind(1, record.id).first(AssetColumns.readOwn)
        if record.isEdited { record.edit = try edit(of: record.id) }
        return record
    }

    /// Returns an asset composed again of its file, its parts and the user's edits.
    func composed(_ record: AssetRecord) throws -> AssetRecord {
        let parts = try parts(of: record.id)
        return record.with(parts, lent: try TakeoutPairs(self).lent(to: record, having: parts))
    }

    /// Returns the user's edits of an asset, even of a removed one.
    func edit(of id: Int64) throws -> UserEdit? {
        var edit = try statements.selectEdit.bind(1, id).first { UserEdit($0) }
        edit?.date?.settle(in: zone)
        return edit
    }

    /// Returns the file known under a name.
    func file(_ directory: Int64, _ name: [UInt8]) throws -> FileRecord? {
        try statements.fileByName.bind(1, directory).bind(2, name).first {
            AssetColumns.readFile($0, from: 0)
        }
    }

    /// Likewise returns the asset or the part of one, with the values of its row.
    func row(_ directory: Int64, _ name: [UInt8]) throws -> AssetRecord? {
        try statements.selectByName.bind(1, directory).bind(2, name).bind(3, name + [0])
            .first(AssetColumns.read)
    }

    /// Calls `body` with every file known in a directory.
    func files(in directory: Int64, _ body: (FileRecord) -> Void) throws {
        try statements.filesInDirectory.bind(1, directory).forEach {
            body(AssetColumns.readFile($0, from: 0))
        }
    }

    /// Returns the files in a directory whose creation date follows from neither their content nor their name.
    func withoutDate(in directory: Int64) throws -> [Int64] {
        var found: [Int64] = []
        try statements.withoutDate.bind(1, directory).forEach { found.append($0.integer(0)) }
        return found
    }

    /// Returns the files known with an inode number, on any file system.
    func files(inode: Int64) throws -> [FileRecord] {
        if let knownInodes, !knownInodes.contains(inode) { return [] }
        var files: [FileRecord] = []
        try statements.filesByInode.bind(1, inode).forEach {
            files.append(AssetColumns.readFile($0, from: 0))
        }
        return files
    }

    /// Returns up to `most` of the files that are not in the trash and have this content; always empty during a first
    /// index.
    func files(fingerprint: Int64, size: Int64, most: Int) throws -> [FileRecord] {
        guard !isFirstIndex else { return [] }
        var files: [FileRecord] = []
        try statements.filesByContent.bind(1, fingerprint).bind(2, size).bind(3, Int64(most))
            .forEach { files.append(AssetColumns.readFile($0, from: 0)) }
        return files
    }
}

/// Queries for files that belong together, or may.
extension AssetTable {
    /// Returns the files that are part of an asset, in the order they are listed.
    func parts(of owner: Int64) throws -> [AssetRecord] {
        var parts: [AssetRecord] = []
        try statements.selectParts.bind(1, owner).forEach { parts.append(AssetColumns.read($0)) }
        return AssetRecord.ordered(parts)
    }

    /// Returns the files whose names begin with a key.
    ///
    /// `edited`: The forms of names that edited versions in the directory may have.
    func files(of key: GroupKey, edited: Set<EditedName.Form>) throws -> [AssetRecord] {
        var found: [AssetRecord] = []
        for beginning in MediaFileName.beginnings(key.family, edited: edited) {
            // `/` is the next character after the dot.
            let end = beginning.dropLast() + [UInt8(ascii: "/")]
            try statements.selectByName.bind(1, key.directory).bind(2, beginning)
                .bind(3, Array(end)).forEach { found.append(AssetColumns.read($0)) }
        }
        return try found.filter { GroupKey($0) == key }.map(withOwn)
    }

    /// Returns the next few names of files in a directory, in order, that have a common beginning and contain a part.
    ///
    /// `last`: The name to start from: the beginning itself at first.
    func names(
        in directory: Int64,
        from last: [UInt8],
        beginning: [UInt8],
        with part: [UInt8]
    ) throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        let end: [UInt8] = beginning + [0xFF]
        try statements.namesBeginning.bind(1, directory).bind(2, last).bind(3, end).bind(4, part)
            .forEach { found.append($0.blob(0)) }
        return found
    }

    /// The maximum number of files of one content identifier to read; more would not change the result.
    private static let enough = Int64(AssetGrouping.mostOfOneIdentifier + 2)

    /// Returns the files of a directory that share a content identifier, or the first few if there are too many.
    func files(of identifier: String, in directory: Int64) throws -> [AssetRecord] {
        var found: [AssetRecord] = []
        try statements.selectByContentIdentifier.bind(1, text: identifier).bind(2, directory)
            .bind(3, Self.enough).forEach { found.append(AssetColumns.read($0)) }
        return found
    }

    /// Likewise returns their IDs, from an index alone: each new file asks for them where too many share an identifier.
    func ids(of identifier: String, in directory: Int64) throws -> [Int64] {
        var found: [Int64] = []
        try statements.idsByContentIdentifier.bind(1, text: identifier).bind(2, directory)
            .bind(3, Self.enough).forEach { found.append($0.integer(0)) }
        return found
    }
}

extension AssetTable {
    /// Inserts a new asset with its file.
    func insert(_ record: consuming AssetRecord) throws {
        knownInodes?.insert(record.file.identity.inode)
        try connection.rows.insert(consume record)
    }

    /// Updates an asset and its file.
    func save(_ record: AssetRecord, had before: AssetRecord) throws {
        try saveRow(record)
        if record.own != nil || before.own != nil { try saveOwn(record) }
        try saveDescription(record, had: before)
        knownInodes?.insert(record.file.identity.inode)
        try save(record.file, of: record.id, in: record.directory)
    }

    /// Writes an asset's own row, without the related rows of other tables.
    func saveRow(_ record: AssetRecord) throws {
        AssetColumns.bind(record, to: try statements.update)
        try statements.update.run()
    }

    /// Writes the texts that people wrote about an asset, if they have changed.
    func saveDescription(_ record: AssetRecord, had before: AssetRecord) throws {
        guard record.extendedMetadata != before.extendedMetadata else { return }
        try statements.description.save(record.extendedMetadata, of: record.id)
    }

    /// Saves the values of an asset's file if they are overridden, and deletes them if not.
    func saveOwn(_ record: AssetRecord) throws {
        guard let own = record.own else {
            return try statements.deleteOwn.bind(1, record.id).run()
        }
        AssetColumns.bind(own, of: record.id, to: try statements.saveOwn)
        try statements.saveOwn.run()
    }

    /// Writes the file of an asset with the directory it lies in.
    func save(_ file: FileRecord, of asset: Int64, in directory: Int64) throws {
        AssetColumns.bind(file, of: asset, in: directory, to: try statements.updateFile)
        try statements.updateFile.run()
    }

    /// Releases a file's path without removing its asset, so that another file can take the path within the same
    /// transaction.
    func releasePath(of record: AssetRecord) throws {
        try save(record.file, of: record.id, in: -record.id)
    }

    /// Writes the user's edits of an asset; nil deletes them.
    func save(_ edit: UserEdit?, of id: Int64) throws {
        guard let edit else {
            return try connection.prepare("DELETE FROM edit WHERE id = ?").bind(1, id).run()
        }
        let save = try connection.prepare(
            "INSERT OR REPLACE INTO edit VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
        )
        edit.bind(id, to: save)
        try save.run()
    }

    /// Makes an asset part of another; nil makes it an asset of its own.
    func setOwner(of id: Int64, to owner: Int64?) throws {
        guard var record = try asset(id) else { return }
        record.partOf = owner
        (record.burstIdentifier, record.representsBurst) = (nil, false)
        try saveRow(record)
    }

    /// Deletes an asset with its file; the user's edits are kept in case it comes back.
    func delete(_ record: AssetRecord) throws {
        try statements.delete.bind(1, record.id).run()
        try statements.deleteFile.bind(1, record.id).run()
        if record.extendedMetadata != nil {
            try statements.description.save(nil, of: record.id)
        }
        if record.own != nil { try statements.deleteOwn.bind(1, record.id).run() }
    }
}
