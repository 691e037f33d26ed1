internal import PhotoModel

/// The properties of a removed asset that its tombstone keeps for observers of the removal.
extension AssetRecord {
    /// Binds these properties to the parameters from the 18th on.
    func bindLooks(to statement: SQLiteStatement) {
        statement.bind(18, Int64(subtypes.rawValue)).bind(19, width).bind(20, height)
            .bind(21, duration).bind(22, creationDate.microseconds).bind(23, latitude)
            .bind(24, longitude).bind(25, altitude).bind(26, text: burstIdentifier)
            .bind(27, Int64(representsBurst ? 1 : 0)).bind(28, text: uti)
    }

    /// The query for the columns a removed asset is read from; a condition may follow.
    static let selectRemoved = """
        SELECT id, uuid, directory, name, size, modified, mediaType, addedDate, favorite, hidden, subtypes,
            width, height, duration, creationDate, latitude, longitude, altitude, burstIdentifier,
            representsBurst, uti FROM tombstone
        """

    /// Creates an asset from its tombstone; it no longer has a file.
    init(removed row: SQLiteStatement) {
        self.init()
        (id, uuid) = (row.integer(0), ObjectUUID(bytes: row.blob(1)))
        (directory, file.directory, file.name) = (row.integer(2), row.integer(2), row.blob(3))
        (file.identity.size, modificationDate) = (row.integer(4), row.integer(5))
        mediaType = MediaType(rawValue: Int(row.integer(6))) ?? .unknown
        (addedDate, isFavorite, isHidden) = (
            row.integer(7), row.integer(8) == 1, row.integer(9) == 1
        )
        subtypes = MediaSubtypes(rawValue: UInt(truncatingIfNeeded: row.integer(10)))
        (width, height, duration) = (row.integer(11), row.integer(12), row.double(13))
        // Older tombstones lack the date.
        creationDate.microseconds = row.optionalInteger(14) ?? modificationDate / 1_000
        (latitude, longitude) = (row.optionalDouble(15), row.optionalDouble(16))
        (altitude, burstIdentifier) = (row.optionalDouble(17), row.optionalText(18))
        (representsBurst, uti) = (row.integer(19) == 1, row.optionalText(20) ?? "")
    }
}
