internal import PhotoModel

/// A moment as it is stored in the catalogue.
struct StoredMoment: Equatable {
    var id: Int64
    var uuid: ObjectUUID
    var range: MomentRange
    /// The UTC offsets in minutes of its first and last asset, if they are known.
    var startOffset: Int16?
    var endOffset: Int16?

    static let columns = """
        id, uuid, startDate, startAsset, endDate, endAsset, startOffset, endOffset,
        count, members, located, x, y, z
        """
}

extension StoredMoment {
    init(_ row: SQLiteStatement) {
        var sum = MomentSum()
        (sum.count, sum.members, sum.located) = (row.integer(8), row.integer(9), row.integer(10))
        (sum.x, sum.y, sum.z) = (row.integer(11), row.integer(12), row.integer(13))
        let range = MomentRange(
            start: AssetPosition(date: row.integer(2), asset: row.integer(3)),
            end: AssetPosition(date: row.integer(4), asset: row.integer(5)),
            sum: sum
        )
        self.init(id: row.integer(0), uuid: ObjectUUID(bytes: row.blob(1)), range: range)
        startOffset = row.optionalInteger(6).map { Int16(clamping: $0) }
        endOffset = row.optionalInteger(7).map { Int16(clamping: $0) }
    }
}

extension GeographicPoint {
    /// Returns nil for an incomplete location, and for numbers that are not finite.
    init?(_ latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude, latitude.isFinite, longitude.isFinite else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension MomentClustering.Item {
    /// Selects the assets that moments consist of; a condition may be appended.
    ///
    /// The index contains whether an asset is hidden, too.
    static let select = """
        SELECT creationDate, listed, latitude, longitude, clockOffset, clockSource FROM asset
        WHERE partOf IS NULL AND listed & 8 = 0 AND hidden = 0
        """

    /// The condition of the index of assets with a location.
    static let isLocated = "latitude IS NOT NULL AND longitude IS NOT NULL"

    /// Reads a date, an asset as it is listed, a place and the minutes from UTC.
    init(_ row: SQLiteStatement) {
        self.init(
            position: AssetPosition(
                date: row.integer(0),
                asset: ListedAsset(rawValue: row.integer(1)).id
            ),
            point: GeographicPoint(row.optionalDouble(2), row.optionalDouble(3)),
            offset: row.integer(4),
            isAssumed: row.integer(5) == Int64(ClockSource.library.rawValue)
        )
    }
}

extension AssetRecord {
    /// The asset as moments see it; nil if it belongs to no moment.
    package var momentItem: MomentClustering.Item? {
        guard !isHidden, isShown else { return nil }
        return MomentClustering.Item(
            position: AssetPosition(date: creationDate.microseconds, asset: id),
            point: GeographicPoint(latitude, longitude),
            offset: Int64(creationDate.clockOffset),
            isAssumed: creationDate.clockSource == .library
        )
    }
}
