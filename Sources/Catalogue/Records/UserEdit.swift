package import PhotoModel

/// The user's edits of an asset, which override the values of its files.
package struct UserEdit: Equatable, Sendable {
    /// The place where an asset was taken.
    package struct Place: Equatable, Sendable {
        /// Degrees.
        package var point: GeographicPoint
        /// Metres above the sea.
        package var altitude: Double?

        package init(point: GeographicPoint, altitude: Double?) {
            (self.point, self.altitude) = (point, altitude)
        }
    }

    /// The time of the last edit, in microseconds since 1970.
    package var time: Int64 = 0
    package var isFavorite: Bool?
    package var isHidden: Bool?
    package var date: CaptureDate?
    /// The edited place; `.some(nil)` if the user removed it.
    package var place: Place??
    /// Stars from 1 to 5; 0 for no rating.
    package var rating: Int?

    package init() {}

    /// Whether there are no edits.
    package var isEmpty: Bool {
        isFavorite == nil && isHidden == nil && date == nil && place == nil
            && rating == nil
    }

    init(_ row: SQLiteStatement) {
        time = row.integer(1)
        isFavorite = row.optionalInteger(2).map { $0 == 1 }
        isHidden = row.optionalInteger(3).map { $0 == 1 }
        if row.integer(4) == 1 {
            date = CaptureDate(
                microseconds: row.integer(5),
                offsetMinutes: row.optionalInteger(6).map { Int($0) },
                source: .user
            )
        }
        rating = row.optionalInteger(11).map { Int($0) }
        guard row.integer(7) == 1 else { return }
        let point = GeographicPoint(row.optionalDouble(8), row.optionalDouble(9))
        place = .some(point.map { Place(point: $0, altitude: row.optionalDouble(10)) })
    }

    func bind(_ asset: Int64, to statement: SQLiteStatement) {
        func number(_ flag: Bool?) -> Int64? { flag.map { $0 ? 1 : 0 } }
        statement.bind(1, asset).bind(2, time).bind(3, number(isFavorite))
            .bind(4, number(isHidden)).bind(5, Int64(date == nil ? 0 : 1))
        statement.bind(6, date?.written).bind(7, date?.offsetMinutes.map { Int64($0) })
            .bind(8, Int64(place == nil ? 0 : 1))
        let known = place ?? nil
        statement.bind(9, known?.point.latitude).bind(10, known?.point.longitude)
            .bind(11, known?.altitude).bind(12, rating.map { Int64($0) })
    }
}

extension AssetRecord {
    /// Applies the user's edits.
    mutating func take(_ edit: UserEdit) {
        isFavorite = edit.isFavorite ?? isFavorite
        isHidden = edit.isHidden ?? isHidden
        creationDate = edit.date?.replacing(creationDate) ?? creationDate
        if let place = edit.place {
            (latitude, longitude) = (place?.point.latitude, place?.point.longitude)
            altitude = place?.altitude
        }
        if let rating = edit.rating { describe { $0.rating = rating } }
        modificationDate = max(modificationDate, edit.time * 1_000)
        note(edit)
    }

    /// Names the edited values in the evidence.
    private mutating func note(_ edit: UserEdit) {
        let edited: [(value: String, isEdited: Bool)] = [
            ("favorite", edit.isFavorite != nil), ("hidden", edit.isHidden != nil),
            ("creationDate", edit.date != nil), ("location", edit.place != nil),
            ("rating", edit.rating != nil),
        ]
        for (value, isEdited) in edited where isEdited {
            noteInstead(value, "user", "set in the catalogue")
        }
    }
}
