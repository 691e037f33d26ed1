internal import PhotoModel
internal import PredicateFormat

/// A smart album as a row of the catalogue defines it.
final class StoredSmartAlbum {
    /// The title and the predicate in the row.
    let title, format: String?
    let definition: SmartAlbumDefinition
    let dependsOnTime: Bool
    /// The change of its count with time; nil if there is no such change, or if computing it requires counting all
    /// assets.
    let aging: SmartAlbumAging?

    init(_ row: SQLiteStatement, _ definition: SmartAlbumDefinition) {
        (title, format) = (row.optionalText(4), row.optionalText(5))
        self.definition = definition
        let predicate = definition.predicate
        dependsOnTime = predicate.dependsOnTime
        aging = SmartAlbumAging(predicate)
    }
}

extension SmartAlbumDefinition {
    /// The query for the columns a definition is read from; a condition may follow.
    static let select =
        "SELECT id, uuid, subtype, count, title, predicate, changed FROM smartAlbum"
    static let selectOne = "\(select) WHERE id = ?"

    /// Reads the definition in a row of the table: a built-in one, or the user's own.
    init?(_ row: SQLiteStatement) {
        let subtype = Int(row.integer(2))
        guard subtype == CollectionSubtype.smartAlbumGeneric.rawValue else {
            guard let known = Self.builtIn.first(where: { $0.subtype.rawValue == subtype }) else {
                return nil
            }
            self = known
            return
        }
        let (title, format) = (row.optionalText(4) ?? "", row.optionalText(5) ?? "")
        try? self.init(.smartAlbumGeneric, title, format)
    }
}
