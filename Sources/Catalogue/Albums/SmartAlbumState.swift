internal import PhotoModel
internal import PredicateFormat

/// A smart album and its current count.
struct SmartAlbumState {
    let id: Int64
    let uuid: ObjectUUID
    let definition: SmartAlbumDefinition
    /// The condition in the time zone of the library.
    let predicate: PredicateTree
    var count: Int64
    /// The position of its last row of history, if it has had one.
    var changed: Int64?
    /// The change of its count with time; nil if there is no such change, or if computing it requires counting all
    /// assets.
    let aging: SmartAlbumAging?

    init(
        id: Int64,
        uuid: ObjectUUID,
        definition: SmartAlbumDefinition,
        zone: LibraryZone,
        count: Int64,
        changed: Int64? = nil
    ) {
        (self.id, self.uuid, self.definition) = (id, uuid, definition)
        (self.count, self.changed) = (count, changed)
        predicate = definition.predicate.settled(in: zone)
        aging = SmartAlbumAging(definition.predicate)
    }

    /// Reads an album from a row; nil if this version of the program does not know it.
    init?(_ row: SQLiteStatement, in zone: LibraryZone) {
        guard let definition = SmartAlbumDefinition(row) else { return nil }
        self.init(
            id: row.integer(0),
            uuid: ObjectUUID(bytes: row.blob(1)),
            definition: definition,
            zone: zone,
            count: row.integer(3),
            changed: row.optionalInteger(6)
        )
    }

    /// Whether the user made it.
    var isOwn: Bool { definition.subtype == .smartAlbumGeneric }

    /// Returns the album with the values of its present row; nil if the definition differs and has to be read as well.
    func read(again row: SQLiteStatement) -> SmartAlbumState? {
        guard Int(row.integer(2)) == definition.subtype.rawValue,
            !isOwn
                || row.optionalText(4) == definition.title
                    && row.optionalText(5) == definition.format
        else { return nil }
        var album = self
        (album.count, album.changed) = (row.integer(3), row.optionalInteger(6))
        return album
    }
}
