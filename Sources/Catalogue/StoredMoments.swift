internal import PhotoModel

/// A moment as the catalogue keeps it.
struct StoredMoment {
    var id: Int64
    var uuid: ObjectUUID
    var range: MomentRange
    /// Minutes from UTC where its first and its last asset were taken, where these tell.
    var startOffset: Int16?
    var endOffset: Int16?

    static let columns = """
        id, uuid, startDate, startAsset, endDate, endAsset, count, members, startOffset, endOffset,
        latitude, longitude
        """

    init(_ row: SQLiteStatement) {
        id = row.integer(0)
        uuid = ObjectUUID(bytes: row.blob(1))
        range = MomentRange(
            start: AssetPosition(date: row.integer(2), asset: row.integer(3)),
            end: AssetPosition(date: row.integer(4), asset: row.integer(5)),
            count: row.integer(6),
            members: row.integer(7),
            place: GeographicPoint(row.optionalDouble(10), row.optionalDouble(11))
        )
        startOffset = row.optionalInteger(8).map { Int16(clamping: $0) }
        endOffset = row.optionalInteger(9).map { Int16(clamping: $0) }
    }
}

/// Goes through the kept moments from a position on.
final class StoredMoments {
    private let rows: SQLiteStatement
    /// The one that comes next.
    private(set) var current: StoredMoment?

    /// `statement`: Asks for ``StoredMoment/columns`` from a date and an asset on, in order.
    init(_ statement: SQLiteStatement, from start: AssetPosition) throws {
        rows = statement.bind(1, start.date).bind(2, start.asset)
        try advance()
    }

    deinit {
        rows.reset()
    }

    private func advance() throws {
        current = try rows.step() ? StoredMoment(rows) : nil
    }

    /// Takes the next one if it begins before a position; nil for any.
    func next(before position: AssetPosition?) throws -> StoredMoment? {
        guard let moment = current, position.map({ moment.range.start < $0 }) ?? true else {
            return nil
        }
        try advance()
        return moment
    }
}

extension GeographicPoint {
    init?(_ latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension MomentClustering.Item {
    /// Asks for all assets that moments are made of; a further condition may follow.
    static let select = """
        SELECT creationDate, listed, latitude, longitude FROM asset
        WHERE partOf IS NULL AND hidden = 0
        """

    /// Reads a date, an asset as it is listed, and a place.
    init(_ row: SQLiteStatement) {
        self.init(
            position: AssetPosition(
                date: row.integer(0),
                asset: ListedAsset(rawValue: row.integer(1)).id
            ),
            point: GeographicPoint(row.optionalDouble(2), row.optionalDouble(3))
        )
    }
}

extension AssetRecord {
    /// The asset as moments see it; nil when it is in none.
    package var momentItem: MomentClustering.Item? {
        guard !isHidden, isShown else { return nil }
        return MomentClustering.Item(
            position: AssetPosition(date: creationDate.microseconds, asset: id),
            point: GeographicPoint(latitude, longitude)
        )
    }
}
