internal import GRDB

/// Copies rows of a damaged catalogue's table, one at a time, to the same table of another.
struct SalvagedTable {
    private let table: String
    private let target: Database
    private let columns: SalvagedColumns
    private let insert: SQLiteStatement
    /// The place of each column in a row that is read; nil for one that is missing or recomputed.
    private let places: [Int32?]
    private let number: Int?
    private let computed: [Int]
    /// The columns to read, after the number of the row.
    let common: [String]

    /// Finds the file at a path by the index of names; nil for other tables.
    private let occupant: SQLiteStatement?
    /// Finds the files with an inode number by the index of these; nil for other tables.
    private let bearers: SQLiteStatement?

    /// Nil if no column of the table can be read.
    init?(_ table: String, from source: DamagedDatabase, into target: Database) throws {
        (self.table, self.target) = (table, target)
        func statement(_ condition: String) -> SQLiteStatement? {
            guard table == "resource" else { return nil }
            return source.statement("SELECT rowid FROM resource INDEXED BY \(condition)")
        }
        occupant = statement("resourceByName WHERE directory = ? AND name = ?")
        bearers = statement("resourceByInode WHERE inode = ?")
        columns = try SalvagedColumns(of: table) { SQLiteStatement(target, $0) }
        let there = Self.columns(of: table, in: source)
        let names = columns.columns.map(\.name)
        let computed = Self.computed[table] ?? []
        let common = names.filter { there.contains($0) && !computed.contains($0) }
        guard !common.isEmpty else { return nil }
        self.common = common
        self.computed = computed.compactMap(names.firstIndex)
        places = names.map { common.firstIndex(of: $0).map { Int32($0) + 1 } }
        number = names.firstIndex(of: "id")
        insert = SQLiteStatement(target, AssetColumns.insert(table, names, or: "OR IGNORE "))
    }

    /// Columns that are recomputed, so that damage to them does no harm to the row.
    private static let computed = [
        "userCollection": ["count"], "smartAlbum": ["count", "changed"],
    ]

    private static func columns(of table: String, in source: DamagedDatabase) -> Set<String> {
        var there: Set<String> = []
        try? source.statement("SELECT name FROM pragma_table_info('\(table)')").forEach {
            there.insert($0.optionalText(0) ?? "")
        }
        return there
    }

    /// Copies a row if it is wanted and there is no row with its number or place.
    ///
    /// - Returns: The number of rows added; nil if no program wrote such a row.
    func take(_ row: SQLiteStatement) throws -> Int64? {
        var values = places.map { $0.map(row.stored) ?? .null }
        // The ID is the number of the row, and stored nowhere else.
        if let number { values[number] = .integer(row.integer(0)) }
        for place in computed { values[place] = .integer(0) }
        guard var sound = SalvagedRow(columns, values) else { return nil }
        guard isWanted(&sound) else { return 0 }
        // By the index another file is at the place, so this one has no place.
        let nowhere = StoredValue.integer(-row.integer(0))
        if isOfAnother(sound, row.integer(0)) { sound["directory"] = nowhere }
        forgetInode(of: &sound, row.integer(0))
        try add(sound)
        if target.changesCount == 0, table == "resource" {
            sound["directory"] = nowhere
            try add(sound)
        }
        return Int64(target.changesCount)
    }

    /// Makes a file recognisable by its place only, if the index has its inode number for other files only: the end of
    /// the row, or all of it, may be another's.
    private func forgetInode(of row: inout SalvagedRow, _ number: Int64) {
        guard let bearers, let inode = row["inode"].integer else { return }
        var known: Set<Int64> = []
        try? bearers.bind(1, inode).forEach { known.insert($0.integer(0)) }
        guard !known.isEmpty, !known.contains(number) else { return }
        (row["inode"], row["fingerprint"]) = (.integer(0), .integer(0))
    }

    /// Whether the index has another file at the place of a row, which may have the end of that file's row.
    private func isOfAnother(_ row: SalvagedRow, _ number: Int64) -> Bool {
        guard let occupant, let directory = row["directory"].integer, let name = row["name"].blob
        else { return false }
        let found = try? occupant.bind(1, directory).bind(2, name).first { $0.integer(0) }
        return found.flatMap(\.self).map { $0 != number } ?? false
    }

    private func add(_ row: SalvagedRow) throws {
        for (place, value) in row.values.enumerated() { insert.bind(Int32(place) + 1, value) }
        try insert.run()
    }

    /// Whether to copy a row; clears the values that are recomputed or read from the files again.
    private func isWanted(_ row: inout SalvagedRow) -> Bool {
        switch table {
        case "resource":
            // A file in a directory is read again.
            if row["directory"].integer ?? 0 > 0 { row["changed"] = .integer(0) }
        case "directory":
            guard var uuid = row["uuid"].blob else { return false }
            uuid[15] &= 0xFE
            row["uuid"] = .blob(uuid)
            row["written"] = .integer(0)
        case "userCollection":
            guard case .text = row["title"] else { return false }
        case "smartAlbum": row["changed"] = .null
        case "status":
            guard case .text(let key) = row["key"] else { return false }
            return ["unordered", "ignored", "readOnly", "policies"].contains(key)
                || key.hasPrefix("seen-")
        default: break
        }
        return true
    }
}
