internal import GRDBSQLite
internal import Glibc

/// A damaged database, opened to read as much of it as possible.
///
/// If its list of tables is damaged, a copy may be read: with a rebuilt first page, or with the list of an empty
/// catalogue if the remains of this one's list match that. Of the three, the one with the most readable columns is
/// used.
@safe final class DamagedDatabase {
    private let connection: OpaquePointer?
    private let copy: String?
    /// The file that is read.
    private let path: String

    /// - Parameters:
    ///   - path: The file; it is not changed.
    ///   - scratch: The path for a temporary copy, which exists as long as this object.
    ///   - tables: The list of tables of an empty catalogue.
    init(_ path: String, scratch: String, tables: TableList) {
        let isCut = LogPages.fault(of: path) != nil
        let original = unsafe isCut ? nil : Self.open(path)
        let isWhole = unsafe TableList.isWhole(on: original) && tables.isReadable(on: original)
        if !isWhole,
            let write = unsafe Self.betterList(than: original, path, scratch, tables, isCut: isCut)
        {
            unsafe sqlite3_close_v2(original)
            write()
            unsafe connection = Self.open(scratch)
            (self.path, copy) = (scratch, scratch)
        } else {
            unsafe connection = original
            (self.path, copy) = (path, nil)
        }
    }

    /// `copy`: A copy of a damaged database, which is deleted with this object.
    private init(copy: String) {
        (path, self.copy) = (copy, copy)
        unsafe connection = Self.open(copy)
    }

    deinit {
        unsafe sqlite3_close_v2(connection)
        if let copy { Self.removeCopy(copy) }
    }

    /// Tries the lists of tables that can be made; returns a closure that writes a copy with the most readable one, or
    /// nil if the original is at least as readable.
    private static func betterList(
        than original: OpaquePointer?,
        _ path: String,
        _ scratch: String,
        _ tables: TableList,
        isCut: Bool
    ) -> (() -> Void)? {
        // Files left by a killed rescue would be taken for the journal of this copy.
        removeCopy(scratch)
        let page = FirstPage(of: path)
        let ways: [() -> Void] = [
            { page.write(.found, to: scratch) },
            {
                page.write(.empty, to: scratch)
                tables.write(to: scratch)
            },
        ]
        var (most, best): (Int, (() -> Void)?) = (unsafe tables.readableColumns(on: original), nil)
        defer { removeCopy(scratch) }
        func attempt(_ write: @escaping () -> Void, _ isEnough: (OpaquePointer?) -> Bool) -> Bool {
            write()
            let made = unsafe open(scratch)
            defer { unsafe sqlite3_close_v2(made) }
            let count = unsafe tables.readableColumns(on: made)
            if count > most { (most, best) = (count, write) }
            return unsafe isEnough(made)
        }
        let kept = { page.write(.kept, to: scratch) }
        if isCut,
            unsafe attempt(kept, { unsafe TableList.isWhole(on: $0) && tables.isReadable(on: $0) })
        {
            return best
        }
        for write in ways {
            let isEnough = unsafe attempt(write) { made in
                // The pages in a log would hide the list that is written.
                unsafe access(scratch + "-wal", F_OK) == 0
                    || !tables.completes(TableList(readable: made))
            }
            if isEnough { break }
        }
        return best
    }

    private static func removeCopy(_ path: String) {
        for ending in ["", "-wal", "-shm", "-journal"] { unsafe unlink(path + ending) }
    }

    /// Returns a statement; an error in it is thrown by its first step.
    func statement(_ sql: String) -> SQLiteStatement {
        unsafe SQLiteStatement(on: connection, sql)
    }

    /// Returns the first value of a query as a number; nil if the query fails.
    func number(_ sql: String) -> Int64? {
        (try? statement(sql).first { $0.integer(0) }) ?? nil
    }

    /// The rows of tables that were found page by page.
    struct RowsByPage {
        /// The database in which some tables have only such rows.
        let database: DamagedDatabase
        let tables: Set<String>
        /// The numbers that some rows have wrongly, by table.
        let doubtful: [String: Set<Int64>]
    }

    /// Finds the rows of tables page by page, and those of any table to which no page leads any longer.
    ///
    /// - Parameters:
    ///   - names: The tables that miss rows.
    ///   - scratch: The path for a temporary copy, which exists as long as the result.
    /// - Returns: Nil if no rows were found.
    func rowsByPage(of names: Set<String>, scratch: String) -> RowsByPage? {
        let list = unsafe TableList(readable: connection)
        let tables = unsafe list.layouts(on: connection)
        Self.removeCopy(scratch)
        guard !tables.isEmpty, let file = FirstPage.copy(path, to: scratch) else { return nil }
        defer { close(file) }
        LogPages(of: path).write(to: file)
        let pages = DatabasePages(file)
        _ = ftruncate(file, Int(pages.count) * FirstPage.size)
        let damaged = Set(names.compactMap { tables[$0]?.root })
        let found = TableLeaves(in: pages, of: Array(tables.values), damaged: damaged)
        guard !found.leaves.isEmpty else {
            Self.removeCopy(scratch)
            return nil
        }
        var graft = LeafGraft(pages, found.leaves)
        graft.run()
        return RowsByPage(
            database: DamagedDatabase(copy: scratch),
            tables: Set(tables.filter { found.leaves[$0.value.root] != nil }.keys),
            doubtful: tables.compactMapValues { found.doubtful[$0.root] }
        )
    }

    private static func open(_ path: String) -> OpaquePointer? {
        var connection: OpaquePointer?
        guard unsafe sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK
        else {
            unsafe sqlite3_close_v2(connection)
            return nil
        }
        unsafe sqlite3_busy_timeout(connection, 10_000)
        // With these, a file shorter than its header says can be read, and cells are checked before use.
        unsafe sqlite3_exec(
            connection,
            "PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON; PRAGMA query_only = ON",
            nil,
            nil,
            nil
        )
        return unsafe connection
    }
}
