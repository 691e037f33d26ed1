internal import PhotoModel

/// Determines again which files form one asset, and the values of each asset.
struct GroupRepair {
    private let writer: CatalogueWriter
    private let connection: WriteConnection
    private let tree: DirectoryRepair
    /// The assets with stored values of their own files, which others override.
    private var hasOwn: Set<Int64> = []
    private var hasEdit: Set<Int64> = []

    init(_ writer: CatalogueWriter, _ tree: DirectoryRepair) throws {
        (self.writer, self.tree, connection) = (writer, tree, writer.connection)
        try connection.forEachRow("SELECT id FROM own") { hasOwn.insert($0.integer(0)) }
        try connection.forEachRow("SELECT id FROM edit") { hasEdit.insert($0.integer(0)) }
    }

    func run() throws {
        let query = "\(AssetColumns.select) WHERE resource.directory = ?"
        for directory in tree.live {
            var records: [AssetRecord] = []
            try connection.prepare(query).bind(1, directory).forEach {
                records.append(AssetColumns.read($0))
            }
            try group(records)
        }
        try composeTrash()
    }

    /// Groups the files of a directory.
    private func group(_ records: [AssetRecord]) throws {
        let members = try records.map(whole)
        members.forEach(tree.note)
        let grouping = AssetGrouping(members)
        var (parts, after): ([Int64: [AssetRecord]], [AssetRecord]) = ([:], [])
        for member in members {
            var record = member.alone
            (record.partOf, record.file.type) = grouping.place(of: member)
            record.partCount = 0
            after.append(record)
            if let owner = grouping.parts[member.id]?.owner {
                parts[owner, default: []].append(record)
            }
        }
        for (before, record) in zip(members, after) {
            let ordered = AssetRecord.ordered(parts[record.id] ?? [])
            try save(before, record.with(ordered, lent: grouping.lent[record.id]))
        }
    }

    /// Composes deleted assets from their files.
    private func composeTrash() throws {
        var deleted: [AssetRecord] = []
        try connection.forEachRow(
            "\(AssetColumns.select) WHERE asset.id IN (SELECT id FROM trash)"
        ) { deleted.append(AssetColumns.read($0)) }
        let parts = Dictionary(grouping: deleted.filter { $0.partOf ?? 0 > 0 }) { $0.partOf ?? 0 }
        for record in deleted {
            let before = try whole(record)
            let its = try (parts[record.id] ?? []).map { try whole($0).alone }
            try save(before, before.alone.with(AssetRecord.ordered(its)))
        }
    }

    /// Returns an asset with its file's own values and the user's edits, even if its row denies them.
    private func whole(_ record: AssetRecord) throws -> AssetRecord {
        var record = record
        if hasOwn.contains(record.id) {
            record.own = try connection.prepare(AssetColumns.selectOwn).bind(1, record.id)
                .first(AssetColumns.readOwn)
        }
        // Without its own values it has those of its parts; the trait of a RAW part does not make it a RAW file.
        if record.own == nil, AssetGrouping.cameraFormats.contains(record.uti) {
            record.traits.remove(.raw)
        }
        if hasEdit.contains(record.id) { record.edit = try writer.assets.edit(of: record.id) }
        return record
    }

    private func save(_ before: AssetRecord, _ composed: AssetRecord) throws {
        var after = composed
        after.isEdited = after.edit != nil
        if after.partOf != before.partOf {
            (after.burstIdentifier, after.representsBurst) = (nil, false)
        }
        let isSame =
            before.changedKeys(to: after) { $0 }.isEmpty && before.partOf == after.partOf
            && before.partCount == after.partCount && before.isEdited == after.isEdited
            && before.own == after.own && before.evidence == after.evidence
            && before.file.type == after.file.type && before.traits == after.traits
        guard !isSame else { return }
        try writer.assets.save(after, had: before)
        // The file of a deleted asset keeps the directory that was recorded for it.
        guard before.file.directory < 0 else { return }
        try writer.assets.save(after.file, of: after.id, in: before.file.directory)
    }
}
