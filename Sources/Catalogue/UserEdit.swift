package import PhotoModel

/// What the user changed of an asset; it comes before what its files say.
package struct UserEdit: Equatable, Sendable {
    /// Where something was taken.
    package struct Place: Equatable, Sendable {
        /// Degrees.
        package var point: GeographicPoint
        /// Metres above the sea.
        package var altitude: Double?

        package init(point: GeographicPoint, altitude: Double?) {
            (self.point, self.altitude) = (point, altitude)
        }
    }

    /// When the last of it was changed, in microseconds since 1970.
    package var time: Int64 = 0
    package var isFavorite: Bool?
    package var isHidden: Bool?
    package var date: CaptureDate?
    /// The place, or that there is none.
    package var place: Place??

    package init() {}

    /// Whether nothing is left of it.
    package var isEmpty: Bool {
        isFavorite == nil && isHidden == nil && date == nil && place == nil
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
        guard row.integer(7) == 1 else { return }
        let point = GeographicPoint(row.optionalDouble(8), row.optionalDouble(9))
        place = .some(point.map { Place(point: $0, altitude: row.optionalDouble(10)) })
    }

    func bind(_ asset: Int64, to statement: SQLiteStatement) {
        func number(_ flag: Bool?) -> Int64? { flag.map { $0 ? 1 : 0 } }
        statement.bind(1, asset).bind(2, time).bind(3, number(isFavorite))
            .bind(4, number(isHidden)).bind(5, Int64(date == nil ? 0 : 1))
        statement.bind(6, date?.microseconds).bind(7, date?.offsetMinutes.map { Int64($0) })
            .bind(8, Int64(place == nil ? 0 : 1))
        let known = place ?? nil
        statement.bind(9, known?.point.latitude).bind(10, known?.point.longitude)
            .bind(11, known?.altitude)
    }
}

extension AssetRecord {
    /// Takes over what the user changed.
    mutating func take(_ edit: UserEdit) {
        isFavorite = edit.isFavorite ?? isFavorite
        isHidden = edit.isHidden ?? isHidden
        creationDate = edit.date ?? creationDate
        if let place = edit.place {
            (latitude, longitude) = (place?.point.latitude, place?.point.longitude)
            altitude = place?.altitude
        }
        modificationDate = max(file.identity.modified, edit.time * 1_000)
    }
}

extension CatalogueWriter {
    /// Changes what the user said of an asset.
    ///
    /// False when there is no such asset.
    package func edit(_ id: Int64, _ change: (inout UserEdit) -> Void) throws -> Bool {
        guard let before = try asset(id), before.isShown else { return false }
        var edit = before.edit ?? UserEdit()
        change(&edit)
        guard edit != before.edit ?? UserEdit() else { return true }
        edit.time = max(now, edit.time + 1)
        var after = before
        after.edit = edit.isEmpty ? nil : edit
        after.isEdited = after.edit != nil
        after = after.with(try parts(of: id))
        // Without an edit the date is the file's again.
        if after.edit == nil { after.modificationDate = before.file.identity.modified }
        try save(after, had: before)
        if after.edit == nil {
            try prepare("DELETE FROM edit WHERE id = ?").bind(1, id).run()
        } else {
            let save = try prepare(
                """
                INSERT OR REPLACE INTO edit VALUES
                    (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                """
            )
            edit.bind(id, to: save)
            try save.run()
        }
        let keys = before.changedKeys(to: after) { directories[$0]?.root }
        if !keys.isEmpty {
            try recordChange(.asset(id, .changed(keys, was: AssetDates(before))))
        }
        try account(before: before, after: after)
        return true
    }
}
