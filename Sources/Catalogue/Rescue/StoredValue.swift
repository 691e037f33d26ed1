/// A value as SQLite stores it.
enum StoredValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// The number, if it is a whole one.
    var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The bytes, if it is a blob.
    var blob: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
}

extension SQLiteStatement {
    @discardableResult
    func bind(_ index: Int32, _ value: StoredValue) -> SQLiteStatement {
        switch value {
        case .null: bind(index, Int64?.none)
        case .integer(let number): bind(index, number)
        case .real(let number): bind(index, number)
        case .text(let text): bind(index, text: text)
        case .blob(let bytes): bind(index, bytes)
        }
    }
}
