/// The layout of a table's rows in the file. <https://www.sqlite.org/fileformat.html#record_format>
struct TableLayout {
    /// The page that the table begins with.
    let root: UInt32
    let columns: [Column]

    struct Column {
        /// The declared type.
        let type: String
        let isRequired: Bool
        /// Whether it is the number of the row, which is not stored a second time.
        let isNumber: Bool

        /// Whether the column was there from the beginning, so that no row ends before it.
        let isInEachRow: Bool

        /// Whether the column can hold a value of a type that is stored in the file.
        func fits(_ stored: UInt64) -> Bool {
            switch (type, stored) {
            case (_, 0): isNumber || !isRequired
            case _ where isNumber: false
            case ("INTEGER", 1...6), ("INTEGER", 8...9), ("REAL", 1...9): true
            case ("TEXT", 13...): stored % 2 == 1
            case ("BLOB", 12...): stored % 2 == 0
            default: false
            }
        }
    }

    /// The list of tables, with which every database begins.
    static let listOfTables = TableLayout(
        root: 1,
        columns: ["TEXT", "TEXT", "TEXT", "INTEGER", "TEXT"].map {
            Column(type: $0, isRequired: false, isNumber: false, isInEachRow: true)
        }
    )

    /// Returns how many values of the rows do not fit their columns, or are missing; nil if a row has more values than
    /// there are columns.
    func misfits(_ rows: [TableLeaf.Row]) -> Int? {
        guard rows.allSatisfy({ $0.types.count <= columns.count }) else { return nil }
        return rows.reduce(0) { sum, row in
            sum + zip(columns, row.types).count { !$0.fits($1) }
                + columns.dropFirst(row.types.count).count(where: \.isInEachRow)
        }
    }

    /// Whether rows most likely belong to this table: nearly all of their values fit its columns.
    func holds(_ rows: [TableLeaf.Row]) -> Bool {
        misfits(rows).map { holds(rows, $0) } ?? false
    }

    fileprivate func holds(_ rows: [TableLeaf.Row], _ misfits: Int) -> Bool {
        misfits * 10 <= rows.reduce(0) { $0 + $1.types.count }
    }

    /// Whether a row can hardly belong to any other table, wherever it is found.
    func isSurely(_ row: TableLeaf.Row) -> Bool {
        row.number > 0 && row.types.count >= 4 && row.types.contains { $0 > 0 }
            && misfits([row]) == 0
    }
}

extension Sequence<TableLayout> {
    /// Returns the table that rows most likely belong to: the one with the fewest misfits; if several have the fewest,
    /// the one that leads to the rows, or misses rows, or has the fewest columns.
    ///
    /// `missing`: The root pages of the tables that miss rows.
    func table(
        of rows: [TableLeaf.Row],
        above owner: TableLayout?,
        orOf missing: Set<UInt32>
    ) -> TableLayout? {
        func order(_ table: TableLayout) -> (Int, Int, Int)? {
            guard let misfits = table.misfits(rows), table.holds(rows, misfits) else { return nil }
            if table.root == owner?.root { return (misfits, 0, 0) }
            return (misfits, missing.contains(table.root) ? 1 : 2, table.columns.count)
        }
        return compactMap { table in order(table).map { (table: table, order: $0) } }
            .min { $0.order < $1.order }?.table
    }
}
