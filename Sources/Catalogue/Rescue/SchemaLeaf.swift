/// A page with rows of the list of tables, `sqlite_schema`.
struct SchemaLeaf {
    /// The numbers of the first and the last row.
    let rows: ClosedRange<Int64>

    /// Nil for any other page.
    init?(_ page: [UInt8]) {
        guard let leaf = TableLeaf(page) else { return nil }
        var numbers: [Int64] = []
        for row in leaf.rows {
            guard let row, Self.isEntry(row, page) else { return nil }
            guard numbers.last.map({ $0 < row.number }) ?? true else { return nil }
            numbers.append(row.number)
        }
        guard let first = numbers.first, let last = numbers.last else { return nil }
        rows = first...last
    }

    /// Whether a row has a type, two names, a root page and a text.
    private static func isEntry(_ row: TableLeaf.Row, _ page: [UInt8]) -> Bool {
        let types = row.types
        guard types.count == 5, types[0..<3].allSatisfy({ $0 >= 13 && $0 % 2 == 1 }),
            types[3] <= 9, types[4] == 0 || types[4] % 2 == 1
        else { return false }
        let length = Int(clamping: (types[0] - 13) / 2)
        guard length <= page.count, row.values + length <= page.count else { return false }
        let kind = String(decoding: page[row.values..<row.values + length], as: UTF8.self)
        return kind == "table" || kind == "index"
    }
}
