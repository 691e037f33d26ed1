internal import PhotoModel

extension ExtendedMetadata {
    /// Visits the columns of `description` after the number of the asset; `own` has them too.
    mutating func code(_ columns: inout some ColumnCoder) {
        columns.code("title", &title)
        columns.code("caption", &caption)
        var lines = keywordLines
        columns.code("keywords", &lines)
        keywords = Self.keywords(inLines: lines)
        columns.code("rating", &rating)
    }

    /// The expression that yields all values in one column of a listing.
    ///
    /// It looks up a row only if there is one, and joins nothing. U+001F, which no text contains, separates the values.
    static let column = """
        CASE WHEN asset.described THEN (SELECT coalesce(title, '') || char(31)
            || coalesce(caption, '') || char(31) || coalesce(rating, '') || char(31)
            || coalesce(keywords, '') FROM description WHERE description.id = asset.id) END
        """

    /// Reads the value of ``column``.
    init?(joined text: String?) {
        guard let text else { return nil }
        let parts = text.split(
            separator: "\u{1F}",
            maxSplits: 3,
            omittingEmptySubsequences: false
        )
        guard parts.count == 4 else { return nil }
        func known(_ part: Substring) -> String? { part.isEmpty ? nil : String(part) }
        self.init(
            title: known(parts[0]),
            caption: known(parts[1]),
            keywords: Self.keywords(inLines: String(parts[3])),
            rating: Int(parts[2])
        )
    }
}

/// The statements that store the texts and ratings people gave to assets.
struct DescriptionStatements {
    private let save, delete: SQLiteStatement

    init(_ prepare: (String) throws -> SQLiteStatement) rethrows {
        var (texts, columns) = (ExtendedMetadata(), ColumnNames())
        texts.code(&columns)
        save = try prepare(
            AssetColumns.insert("description", columns.names + ["id"], or: "OR REPLACE ")
        )
        delete = try prepare("DELETE FROM description WHERE id = ?")
    }

    /// Saves the extended metadata of an asset, or deletes it if it is nil.
    func save(_ texts: ExtendedMetadata?, of asset: Int64) throws {
        guard var texts else { return try delete.bind(1, asset).run() }
        var (asset, binder) = (asset, ColumnBinder(save))
        texts.code(&binder)
        binder.code("id", &asset)
        try save.run()
    }
}
