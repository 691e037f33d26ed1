internal import PhotoModel

/// Reads the values from the columns of a row, starting at one of them.
struct ColumnReader: ColumnCoder {
    private let row: SQLiteStatement
    private var column: Int32

    init(_ row: SQLiteStatement, from first: Int32 = 0) {
        (self.row, column) = (row, first)
    }

    private mutating func next() -> Int32 {
        defer { column += 1 }
        return column
    }

    mutating func code(_ column: StaticString, _ value: inout Int64) {
        value = row.integer(next())
    }

    mutating func code(_ column: StaticString, _ value: inout Int64?) {
        value = row.optionalInteger(next())
    }

    mutating func code(_ column: StaticString, _ value: inout Double) {
        value = row.double(next())
    }

    mutating func code(_ column: StaticString, _ value: inout Double?) {
        value = row.optionalDouble(next())
    }

    mutating func code(_ column: StaticString, _ value: inout String?) {
        value = row.optionalText(next())
    }

    mutating func code(_ column: StaticString, _ value: inout [UInt8]) { value = row.blob(next()) }

    mutating func code(_ column: StaticString, _ value: inout ObjectUUID) {
        value = ObjectUUID(bytes: row.blob(next()))
    }

    mutating func derive(_ column: StaticString, _ value: @autoclosure () -> Int64?) { _ = next() }
}
