/// The statements that insert new rows.
final class NewRows {
    /// New rows of each table, in the order of their numbers.
    struct Batch: Sendable {
        var assets: [AssetRecord] = []
        /// The directories, each with the number that marks its row.
        var directories: [(record: DirectoryRecord, written: Int64)] = []
        var bursts: [BurstPlace] = []

        var count: Int { assets.count + directories.count + bursts.count }
    }

    private let description: DescriptionStatements
    private let asset, own, resource, directory, burst: SQLiteStatement

    init(_ prepare: (String) throws -> SQLiteStatement) throws {
        description = try DescriptionStatements(prepare)
        own = try prepare(AssetColumns.saveOwn)
        asset = try prepare(AssetColumns.insert("asset", AssetColumns.asset))
        resource = try prepare(AssetColumns.insert("resource", AssetColumns.resource))
        directory = try prepare(
            """
            INSERT INTO directory (id, uuid, root, parent, name, volume, inode, born, written)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """
        )
        burst = try prepare(
            """
            INSERT OR REPLACE INTO burst (asset, key, isPrimary, date, name)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """
        )
    }

    func insert(_ batch: borrowing Batch) throws {
        for (record, written) in batch.directories { try insert(record, written) }
        for place in batch.bursts { try insert(place) }
        // Accessed by address, so that records are not copied once more.
        try unsafe batch.assets.withUnsafeBufferPointer {
            for index in $0.indices { try insert(unsafe $0[index]) }
        }
    }

    func insert(_ record: borrowing AssetRecord) throws {
        AssetColumns.bind(record, to: asset)
        try asset.run()
        if let values = record.own {
            AssetColumns.bind(values, of: record.id, to: own)
            try own.run()
        }
        if let texts = record.extendedMetadata { try description.save(texts, of: record.id) }
        AssetColumns.bind(record.file, of: record.id, in: record.directory, to: resource)
        try resource.run()
    }

    func insert(_ record: DirectoryRecord, _ written: Int64) throws {
        try directory.bind(1, record.id).bind(2, record.uuid.bytes).bind(3, record.root)
            .bind(4, record.parent).bind(5, record.name).bind(6, record.volume)
            .bind(7, record.inode).bind(8, record.born).bind(9, written).run()
    }

    func insert(_ place: BurstPlace) throws {
        try burst.bind(1, place.asset).bind(2, text: place.key)
            .bind(3, Int64(place.isPrimary ? 1 : 0)).bind(4, place.date).bind(5, place.name).run()
    }
}
