/// The statements that insert what came to be: nothing else is known of it yet.
final class NewRows {
    /// Something new, with the number it was given.
    enum Row: Sendable {
        case asset(AssetRecord)
        /// `written`: The number that its row is marked with.
        case directory(DirectoryRecord, written: Int64)
        case burst(BurstPlace)
    }

    private let asset, own, resource, directory, burst: SQLiteStatement

    init(own: SQLiteStatement, _ prepare: (String) throws -> SQLiteStatement) throws {
        self.own = own
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

    func insert(_ rows: [Row]) throws {
        try rows.withUnsafeBufferPointer {
            for index in $0.indices { try insert($0[index]) }
        }
    }

    func insert(_ row: borrowing Row) throws {
        switch row {
        case .asset(let record): try insert(record)
        case .directory(let record, let written): try insert(record, written)
        case .burst(let place): try insert(place)
        }
    }

    private func insert(_ record: borrowing AssetRecord) throws {
        AssetColumns.bind(record, to: asset)
        try asset.run()
        if let values = record.own {
            AssetColumns.bind(values, of: record.id, to: own)
            try own.run()
        }
        AssetColumns.bind(record.file, of: record.id, in: record.directory, to: resource)
        try resource.run()
    }

    private func insert(_ record: DirectoryRecord, _ written: Int64) throws {
        try directory.bind(1, record.id).bind(2, record.uuid.bytes).bind(3, record.root)
            .bind(4, record.parent).bind(5, record.name).bind(6, record.volume)
            .bind(7, record.inode).bind(8, record.born).bind(9, written).run()
    }

    private func insert(_ place: BurstPlace) throws {
        try burst.bind(1, place.asset).bind(2, text: place.key)
            .bind(3, Int64(place.isPrimary ? 1 : 0)).bind(4, place.date).bind(5, place.name).run()
    }
}
