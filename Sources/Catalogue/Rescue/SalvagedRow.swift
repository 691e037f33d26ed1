/// The columns of a table in a catalogue of this version.
struct SalvagedColumns {
    struct Column {
        let name: String
        let type: String
        let isRequired: Bool
    }

    let columns: [Column]
    private let places: [String: Int]

    /// `prepare`: Prepares statements on a sound catalogue.
    init(of table: String, _ prepare: (String) -> SQLiteStatement) throws {
        var found: [Column] = []
        try prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_info('\(table)')").forEach
        {
            let isRequired = $0.integer(2) == 1 || $0.integer(3) > 0
            found.append(
                Column(
                    name: $0.optionalText(0) ?? "",
                    type: $0.optionalText(1) ?? "",
                    isRequired: isRequired
                )
            )
        }
        columns = found
        places = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.name, $0) })
    }

    func place(of name: String) -> Int? { places[name] }
}

/// A row that was read from a damaged catalogue, made fit for a sound one.
struct SalvagedRow {
    private let table: SalvagedColumns
    private(set) var values: [StoredValue]

    /// Returns nil if the row lacks a value that it cannot do without.
    init?(_ table: SalvagedColumns, _ values: [StoredValue]) {
        (self.table, self.values) = (table, values)
        for (place, column) in table.columns.enumerated() {
            guard let sound = Self.sound(values[place], column) else { return nil }
            self.values[place] = sound
        }
    }

    subscript(_ name: String) -> StoredValue {
        get { table.place(of: name).map { values[$0] } ?? .null }
        set { if let place = table.place(of: name) { values[place] = newValue } }
    }

    /// Returns a value of the column's type and within its bounds: the stored one, or a replacement if the file will
    /// supply it again; nil otherwise.
    private static func sound(_ value: StoredValue, _ column: SalvagedColumns.Column)
        -> StoredValue?
    {
        if value == .null, !column.isRequired { return .null }
        switch (column.type, value) {
        case ("INTEGER", .integer(let number))
        where (bounds[column.name] ?? anyNumber).contains(number):
            return value
        case ("REAL", .real(let number)) where number.magnitude <= highestReal(column.name):
            return value
        case ("REAL", .integer(let number))
        where Double(number).magnitude <= highestReal(column.name):
            return .real(Double(number))
        case ("TEXT", .text), ("BLOB", .blob): return fits(value, column.name) ? value : nil
        default: break
        }
        guard column.isRequired else { return .null }
        guard !essential.contains(column.name) else { return nil }
        return column.type == "TEXT" ? .text("") : column.type == "REAL" ? .real(0) : .integer(0)
    }

    /// The columns whose values nothing can replace.
    private static let essential: Set<String> = [
        "id", "uuid", "name", "root", "path", "album", "position", "asset", "isFolder", "identity",
        "info", "time", "key", "value", "subtype",
    ]

    private static func fits(_ value: StoredValue, _ column: String) -> Bool {
        guard case .blob(let bytes) = value else { return true }
        switch column {
        case "uuid": return bytes.count == 16
        case "name":
            return (1...255).contains(bytes.count) && !bytes.contains(0) && !bytes.contains(0x2F)
        case "path", "info": return bytes.first == 0x2F && !bytes.contains(0)
        default: return true
        }
    }

    private static func highestReal(_ column: String) -> Double {
        switch column {
        case "latitude": 90
        case "longitude": 180
        default: 1e9
        }
    }

    private static let anyNumber = Int64.min...Int64.max
    private static let numbers = Int64(1)...DamagedTable.highestNumber
    private static let flag = Int64(0)...1
    private static let bits = Int64(0)...(1 << 40)
    private static let small = Int64(0)...Int64(Int32.max)
    /// Ten thousand years around 1970 in microseconds, so that adding to a date does not overflow.
    private static let dates = -Int64(315_576_000_000_000_000)...315_576_000_000_000_000
    /// Microseconds since 1970 that can be converted to nanoseconds without overflow.
    private static let times = Int64(0)...9_000_000_000_000_000

    private static let bounds: [String: ClosedRange<Int64>] = [
        "id": numbers, "album": numbers, "asset": numbers, "parent": numbers,
        "mediaType": 0...3, "subtypes": bits, "traits": bits, "width": small, "height": small,
        "creationDate": dates, "addedDate": dates, "removedAt": dates,
        "creationOffset": -1_440...1_440, "clockOffset": -1_440...1_440, "clockSource": 0...3,
        "dateSource": 0...63, "favorite": flag, "hidden": flag, "edited": flag,
        "representsBurst": flag, "described": flag, "isFolder": flag, "isDated": flag,
        "isPlaced": flag, "hasMembers": flag, "detached": flag, "time": times, "removedAge": times,
        "size": 0...(1 << 50), "rating": 0...5, "volume": small, "root": small, "type": 0...63,
        "position": -(1 << 60)...(1 << 60), "subtype": small, "state": 0...63, "reason": 0...63,
        "partOf": -1...DamagedTable.highestNumber, "partCount": small, "filmOffset": 0...(1 << 50),
        "filmLength": 0...(1 << 50), "companions": 0...255, "removedSequence": bits,
    ]
}
