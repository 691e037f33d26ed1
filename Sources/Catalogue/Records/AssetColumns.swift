internal import PhotoModel

/// The mapping of asset records to rows.
enum AssetColumns {
    /// The columns of `asset`, in the order of their parameters.
    static let asset = {
        var (record, columns) = (AssetRecord(), ColumnNames())
        record.code(&columns)
        return columns.names
    }()
    /// The columns of `resource`, in the order of their parameters.
    static let resource = {
        var (file, columns) = (FileRecord(), ColumnNames())
        file.code(&columns)
        return columns.names
    }()
    /// The columns that ``date(_:_:)`` reads.
    static let dates = {
        var (date, columns) = (AssetRecord().creationDate, ColumnNames())
        date.code(&columns)
        return columns.names
    }()
    /// The columns of `own` before the asset's number, in the order of their parameters.
    private static let own = {
        var (values, columns) = (OwnValues(AssetRecord()), ColumnNames())
        values.code(&columns)
        return columns.names
    }()

    static func list(_ columns: [String], of table: String) -> String {
        columns.map { "\(table).\($0)" }.joined(separator: ", ")
    }

    /// The columns that ``read(_:)`` reads.
    static let all =
        "\(list(asset, of: "asset")), \(list(resource, of: "resource")), \(ExtendedMetadata.column)"

    /// Selects whole records; a condition may follow.
    static let select = "SELECT \(all) FROM asset JOIN resource ON resource.id = asset.id"

    /// Selects files; a condition may follow.
    static let selectFile = "SELECT \(list(resource, of: "resource")) FROM resource"

    /// Selects the values of an asset's own file, by the asset's number.
    static let selectOwn = "SELECT \(own.joined(separator: ", ")) FROM own WHERE id = ?"

    /// Saves the values of an asset's own file, replacing earlier ones.
    static let saveOwn = insert("own", own + ["id"], or: "OR REPLACE ")

    static func insert(_ table: String, _ columns: [String], or conflict: String = "") -> String {
        let marks = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        return
            "INSERT \(conflict)INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
    }

    static func update(_ table: String, _ columns: [String]) -> String {
        let pairs = columns.indices.dropFirst().map { "\(columns[$0]) = ?\($0 + 1)" }
        return "UPDATE \(table) SET \(pairs.joined(separator: ", ")) WHERE id = ?1"
    }

    static func bind(_ record: borrowing AssetRecord, to statement: SQLiteStatement) {
        var (record, binder) = (copy record, ColumnBinder(statement))
        record.code(&binder)
    }

    /// Binds a file; `asset` and `directory` replace the numbers in the record.
    static func bind(
        _ file: FileRecord,
        of asset: Int64,
        in directory: Int64,
        to statement: SQLiteStatement
    ) {
        var (file, binder) = (file, ColumnBinder(statement))
        (file.id, file.directory) = (asset, directory)
        file.code(&binder)
    }

    static func bind(_ own: OwnValues, of asset: Int64, to statement: SQLiteStatement) {
        var (own, asset, binder) = (own, asset, ColumnBinder(statement))
        own.code(&binder)
        binder.code("id", &asset)
    }

    static func read(_ row: SQLiteStatement) -> AssetRecord {
        var (record, reader) = (AssetRecord(), ColumnReader(row))
        record.code(&reader)
        record.file.code(&reader)
        var texts: String?
        reader.code("description", &texts)
        if let texts { record.extendedMetadata = ExtendedMetadata(joined: texts) }
        return record
    }

    static func readOwn(_ row: SQLiteStatement) -> OwnValues {
        var (values, reader) = (OwnValues(AssetRecord()), ColumnReader(row))
        values.code(&reader)
        return values
    }

    static func date(_ row: SQLiteStatement, _ column: Int32) -> CaptureDate {
        var reader = ColumnReader(row, from: column)
        var date = CaptureDate(microseconds: 0, offsetMinutes: nil, source: .modificationTime)
        date.code(&reader)
        return date
    }

    static func bind(_ date: CaptureDate, of asset: Int64, to statement: SQLiteStatement) {
        var (date, asset, binder) = (date, asset, ColumnBinder(statement))
        binder.code("id", &asset)
        date.code(&binder)
    }

    static func readFile(_ row: SQLiteStatement, from first: Int32) -> FileRecord {
        var (file, reader) = (FileRecord(), ColumnReader(row, from: first))
        file.code(&reader)
        return file
    }
}

extension ObjectUUID {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        unsafe withUnsafeBytes(of: high.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        unsafe withUnsafeBytes(of: low.bigEndian) { unsafe bytes.append(contentsOf: $0) }
        return bytes
    }

    package init(bytes: [UInt8]) {
        guard bytes.count == 16 else {
            self.init(high: 0, low: 0)
            return
        }
        self = unsafe bytes.withUnsafeBytes {
            unsafe ObjectUUID(
                high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
