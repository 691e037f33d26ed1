internal import PhotoModel

/// Visits the columns of a row in order, each with its value.
///
/// A record declares its columns once, by visiting them. That yields their names (``ColumnNames``), the parameters of a
/// statement (``ColumnBinder``) and the way back from a row (``ColumnReader``). The compiler specialises all of them,
/// so that a row costs no more than calls written out by hand.
protocol ColumnCoder {
    mutating func code(_ column: StaticString, _ value: inout Int64)
    mutating func code(_ column: StaticString, _ value: inout Int64?)
    mutating func code(_ column: StaticString, _ value: inout Double)
    mutating func code(_ column: StaticString, _ value: inout Double?)
    mutating func code(_ column: StaticString, _ value: inout String?)
    mutating func code(_ column: StaticString, _ value: inout [UInt8])
    mutating func code(_ column: StaticString, _ value: inout ObjectUUID)
    /// Visits a column that is derived from others, for SQL to find rows by; it is never read back.
    mutating func derive(_ column: StaticString, _ value: @autoclosure () -> Int64?)
}

extension ColumnCoder {
    mutating func code(_ column: StaticString, _ value: inout Bool) {
        var number: Int64 = value ? 1 : 0
        code(column, &number)
        value = number == 1
    }

    mutating func code(_ column: StaticString, _ value: inout Int) {
        var number = Int64(value)
        code(column, &number)
        value = Int(number)
    }

    mutating func code(_ column: StaticString, _ value: inout Int?) {
        var number = value.map { Int64($0) }
        code(column, &number)
        value = number.map { Int($0) }
    }

    mutating func code(_ column: StaticString, _ value: inout String) {
        var text: String? = value
        code(column, &text)
        value = text ?? ""
    }

    /// Visits a column with a raw value; an unknown number leaves the value unchanged.
    mutating func code<Value: RawRepresentable<Int>>(_ column: StaticString, _ value: inout Value) {
        var number = Int64(value.rawValue)
        code(column, &number)
        value = Value(rawValue: Int(number)) ?? value
    }

    mutating func code<Value: OptionSet>(
        _ column: StaticString,
        _ value: inout Value
    ) where Value.RawValue == UInt {
        // In a damaged row any bit may be set.
        var number = Int64(truncatingIfNeeded: value.rawValue)
        code(column, &number)
        value = Value(rawValue: UInt(truncatingIfNeeded: number))
    }
}

/// Collects the names of the columns.
struct ColumnNames: ColumnCoder {
    private(set) var names: [String] = []

    private mutating func add(_ column: StaticString) { names.append("\(column)") }

    mutating func code(_ column: StaticString, _ value: inout Int64) { add(column) }
    mutating func code(_ column: StaticString, _ value: inout Int64?) { add(column) }
    mutating func code(_ column: StaticString, _ value: inout Double) { add(column) }
    mutating func code(_ column: StaticString, _ value: inout Double?) { add(column) }
    mutating func code(_ column: StaticString, _ value: inout String?) { add(column) }
    mutating func code(_ column: StaticString, _ value: inout [UInt8]) { add(column) }
    mutating func code(_ column: StaticString, _ value: inout ObjectUUID) { add(column) }
    mutating func derive(_ column: StaticString, _ value: @autoclosure () -> Int64?) { add(column) }
}

/// Binds the values to the parameters of a statement, in the order of the columns.
struct ColumnBinder: ColumnCoder {
    private let statement: SQLiteStatement
    private var index: Int32 = 0

    init(_ statement: SQLiteStatement) {
        self.statement = statement
    }

    private mutating func next() -> Int32 {
        index += 1
        return index
    }

    mutating func code(_ column: StaticString, _ value: inout Int64) {
        statement.bind(next(), value)
    }

    mutating func code(_ column: StaticString, _ value: inout Int64?) {
        statement.bind(next(), value)
    }

    mutating func code(_ column: StaticString, _ value: inout Double) {
        statement.bind(next(), value)
    }

    mutating func code(_ column: StaticString, _ value: inout Double?) {
        statement.bind(next(), value)
    }

    mutating func code(_ column: StaticString, _ value: inout String?) {
        statement.bind(next(), text: value)
    }

    mutating func code(_ column: StaticString, _ value: inout [UInt8]) {
        statement.bind(next(), value)
    }

    mutating func code(_ column: StaticString, _ value: inout ObjectUUID) {
        statement.bind(next(), value.bytes)
    }

    mutating func derive(_ column: StaticString, _ value: @autoclosure () -> Int64?) {
        statement.bind(next(), value())
    }
}
