internal import GRDB
internal import GRDBSQLite

/// A statement bound and read by position, for the paths where a value object per column would cost more than the
/// query.
///
/// It is prepared at its first use, because most processes need only a few of a writer's statements. An error in it is
/// thrown by its first step.
@safe final class SQLiteStatement {
    private let connection: OpaquePointer?
    private let sql: String
    private var prepared: OpaquePointer?
    /// The error of preparing it, if that failed.
    private var refusal: DatabaseError?

    convenience init(_ database: Database, _ sql: String) {
        unsafe self.init(on: database.sqliteConnection, sql)
    }

    /// Creates a statement that GRDB does not know; the connection must not be closed before it.
    init(on connection: OpaquePointer?, _ sql: String) {
        unsafe self.connection = connection
        self.sql = sql
    }

    deinit {
        unsafe sqlite3_finalize(prepared)
    }

    /// The prepared statement; nil if preparing failed, for which only ``step()`` throws.
    private var handle: OpaquePointer? {
        @inline(__always) get {
            if unsafe prepared == nil { prepare() }
            return unsafe prepared
        }
    }

    @inline(never)
    private func prepare() {
        guard refusal == nil,
            unsafe sqlite3_prepare_v3(connection, sql, -1, 0, &prepared, nil) != SQLITE_OK
        else { return }
        refusal = error()
    }

    private static let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    @discardableResult
    func bind(_ index: Int32, _ value: Int64) -> SQLiteStatement {
        unsafe sqlite3_bind_int64(handle, index, value)
        return self
    }

    @discardableResult
    func bind(_ index: Int32, _ value: Int64?) -> SQLiteStatement {
        if let value { return bind(index, value) }
        unsafe sqlite3_bind_null(handle, index)
        return self
    }

    @discardableResult
    func bind(_ index: Int32, _ value: Double) -> SQLiteStatement {
        unsafe sqlite3_bind_double(handle, index, value)
        return self
    }

    @discardableResult
    func bind(_ index: Int32, _ value: Double?) -> SQLiteStatement {
        if let value { return bind(index, value) }
        unsafe sqlite3_bind_null(handle, index)
        return self
    }

    @discardableResult
    func bind(_ index: Int32, _ value: [UInt8]) -> SQLiteStatement {
        unsafe value.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else {
                unsafe sqlite3_bind_zeroblob(handle, index, 0)
                return
            }
            unsafe sqlite3_bind_blob(handle, index, start, Int32(bytes.count), Self.transient)
        }
        return self
    }

    @discardableResult
    func bind(_ index: Int32, _ value: [UInt8]?) -> SQLiteStatement {
        if let value { return bind(index, value) }
        unsafe sqlite3_bind_null(handle, index)
        return self
    }

    @discardableResult
    func bind(_ index: Int32, text value: String?) -> SQLiteStatement {
        guard var value else {
            unsafe sqlite3_bind_null(handle, index)
            return self
        }
        value.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                _ = unsafe sqlite3_bind_text(
                    handle,
                    index,
                    $0.baseAddress,
                    Int32($0.count),
                    Self.transient
                )
            }
        }
        return self
    }

    /// Advances to the next row; returns false after the last.
    ///
    /// Call ``reset()`` when done with a query.
    func step() throws -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw failure()
        }
    }

    private func failure() -> DatabaseError {
        if let refusal {
            // Preparing it may succeed another time.
            self.refusal = nil
            return refusal
        }
        let failure = error()
        reset()
        return failure
    }

    /// Returns the error of the connection's last call.
    private func error() -> DatabaseError {
        DatabaseError(
            resultCode: unsafe ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: unsafe String(cString: sqlite3_errmsg(connection)),
            sql: sql
        )
    }

    func reset() {
        unsafe sqlite3_reset(prepared)
    }

    /// Runs to the end and makes the statement ready to be used again.
    func run() throws {
        while try step() {}
        reset()
    }

    /// Calls `body` on every row.
    func forEach(_ body: (SQLiteStatement) throws -> Void) throws {
        defer { reset() }
        while try step() { try body(self) }
    }

    /// Returns whether `predicate` is true of a row; the rows after that one are not read.
    func contains(where predicate: (SQLiteStatement) throws -> Bool) throws -> Bool {
        defer { reset() }
        while try step() { if try predicate(self) { return true } }
        return false
    }

    /// Collects the first column of rows, up to a maximum number of those that `isAdmitted` accepts.
    ///
    /// With a million rows every call counts: only SQLite is called for each row.
    @inline(__always)
    func collect(
        _ limit: Int,
        where isAdmitted: (OpaquePointer, Int64) -> Bool
    ) throws -> [ListedAsset] {
        defer { reset() }
        guard let handle = unsafe handle else { throw failure() }
        var collected: [ListedAsset] = []
        while collected.count < limit {
            let code = unsafe sqlite3_step(handle)
            guard code == SQLITE_ROW else {
                if code == SQLITE_DONE { break }
                throw failure()
            }
            let value = unsafe sqlite3_column_int64(handle, 0)
            if unsafe isAdmitted(handle, value) { collected.append(ListedAsset(rawValue: value)) }
        }
        return collected
    }

    /// Collects the first column of rows whose second column has marks that the filter admits.
    func collect(_ limit: Int, _ filter: inout MarksFilter) throws -> [ListedAsset] {
        var (known, answer): (Int64, Bool) = (.min, false)
        return try unsafe collect(limit) { row, _ in
            let marks = unsafe sqlite3_column_int64(row, 1)
            if marks != known { (known, answer) = (marks, filter.admits(marks)) }
            return answer
        }
    }

    /// Collects the first column of rows whose lowest bits are admitted by `lowest`.
    func collect(_ limit: Int, lowest: UInt16) throws -> [ListedAsset] {
        try unsafe collect(limit) { _, value in lowest >> UInt16(value & 15) & 1 == 1 }
    }

    /// Reads the first row, if there is one.
    func first<Result>(_ body: (SQLiteStatement) throws -> Result) throws -> Result? {
        defer { reset() }
        return try step() ? try body(self) : nil
    }

    /// Returns the value stored in a column, whatever the declared type of the column.
    func stored(_ column: Int32) -> StoredValue {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(double(column))
        case SQLITE_TEXT: .text(optionalText(column) ?? "")
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }

    func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    func integer(_ column: Int32) -> Int64 {
        unsafe sqlite3_column_int64(handle, column)
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    func double(_ column: Int32) -> Double {
        unsafe sqlite3_column_double(handle, column)
    }

    func optionalDouble(_ column: Int32) -> Double? {
        isNull(column) ? nil : double(column)
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = unsafe sqlite3_column_blob(handle, column) else { return [] }
        return unsafe Array(
            UnsafeRawBufferPointer(
                start: bytes,
                count: Int(sqlite3_column_bytes(handle, column))
            )
        )
    }

    /// Returns whether a column has exactly the bytes of a text; nil stands for null.
    func isText(_ column: Int32, _ text: String?) -> Bool {
        guard var text else { return isNull(column) }
        guard let bytes = unsafe sqlite3_column_text(handle, column) else { return false }
        let stored = unsafe UnsafeBufferPointer(
            start: bytes,
            count: Int(sqlite3_column_bytes(handle, column))
        )
        return text.withUTF8 { unsafe $0.count == stored.count && $0.elementsEqual(stored) }
    }

    func optionalText(_ column: Int32) -> String? {
        guard let text = unsafe sqlite3_column_text(handle, column) else { return nil }
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe String(
            decoding: UnsafeBufferPointer(start: text, count: count),
            as: UTF8.self
        )
    }
}
