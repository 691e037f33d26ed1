internal import PhotoModel

/// Moves the dates without a time zone of their own to another one.
struct ZoneChange {
    private let connection: WriteConnection
    private let zone: LibraryZone

    init(_ connection: WriteConnection, _ zone: LibraryZone) {
        (self.connection, self.zone) = (connection, zone)
    }

    /// Returns whether a date is another instant now, or of another time of day.
    func run() throws -> Bool {
        let changed = try ["asset", "own"].map(update)
        return changed.contains(true)
    }

    private func update(_ table: String) throws -> Bool {
        var isChanged = false
        let page = try connection.prepare(
            """
            SELECT \(AssetColumns.list(["id"] + AssetColumns.dates, of: table)) FROM \(table)
            WHERE id > ? AND clockSource = \(ClockSource.library.rawValue) ORDER BY id LIMIT 1000
            """
        )
        let update = try connection.prepare(AssetColumns.update(table, ["id"] + AssetColumns.dates))
        var last: Int64?
        while true {
            var dates: [(id: Int64, date: CaptureDate)] = []
            try page.bind(1, last ?? .min).forEach { row in
                dates.append((row.integer(0), AssetColumns.date(row, 1)))
            }
            for (id, before) in dates {
                var date = before
                date.settle(in: zone)
                guard date != before else { continue }
                isChanged =
                    isChanged || date.microseconds != before.microseconds
                    || date.clockOffset != before.clockOffset
                AssetColumns.bind(date, of: id, to: update)
                try update.run()
            }
            guard let id = dates.last?.id else { return isChanged }
            last = id
        }
    }
}
