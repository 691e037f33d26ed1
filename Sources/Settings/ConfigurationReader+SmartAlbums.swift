internal import PhotoModel
internal import PredicateFormat
internal import TOMLKit

/// Smart albums of a configuration, each a table with a title and a predicate.
extension ConfigurationReader {
    func smartAlbums(_ table: TOMLTable) throws -> [SmartAlbumDefinition] {
        let key = "smart-album"
        guard let value = table[key] else { return [] }
        guard let array = value.array else {
            throw mistake(key, "written as [[smart-album]], with two brackets")
        }
        var albums: [SmartAlbumDefinition] = []
        for (number, item) in array.enumerated() {
            let album = try smartAlbum(item.table, number)
            guard !albums.contains(where: { $0.title == album.title }) else {
                throw ConfigurationError(
                    path,
                    line(of: "title", number),
                    "there is a smart album '\(album.title)' already; give this one another title"
                )
            }
            albums.append(album)
        }
        return albums
    }

    /// `number`: The number of smart albums above it.
    private func smartAlbum(_ table: TOMLTable?, _ number: Int) throws -> SmartAlbumDefinition {
        let start = line(of: "smart-album", number) ?? 0
        if let other = table?.keys.first(where: { $0 != "title" && $0 != "predicate" }) {
            throw ConfigurationError(path, line(of: other, below: start), Self.refusal(of: other))
        }
        guard let table, let title = table["title"]?.string,
            let format = table["predicate"]?.string, !title.isEmpty
        else {
            throw ConfigurationError(
                path,
                start,
                "a smart album has just a title and a predicate, both texts in quotes"
            )
        }
        do {
            return try SmartAlbumDefinition(.smartAlbumGeneric, title, format)
        } catch {
            throw ConfigurationError(path, line(of: "predicate", number), error)
        }
    }

    private static func refusal(of key: String) -> String {
        keys.contains(key)
            ? "'\(key)' counts to the smart album above it; put it above the first [[smart-album]]"
            : "a smart album has no key '\(key)'; it has just a title and a predicate"
    }
}
