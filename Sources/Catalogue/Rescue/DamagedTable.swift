/// Reads the rows of a table in a damaged database, as far as that is possible.
///
/// A page that cannot be read costs the rows on it: after an error, reading continues at the next number from which a
/// row is found.
struct DamagedTable {
    private let all, next: SQLiteStatement
    private let last: SQLiteStatement

    /// How many numbers are tried after a page that cannot be read; in a larger gap, some are skipped.
    private static let attempts: Int64 = 100_000
    /// The highest number that a row can have; anything above is damage.
    static let highestNumber: Int64 = 1 << 40

    /// - Parameters:
    ///   - database: The damaged database.
    ///   - table: A table whose rows have numbers.
    ///   - columns: The columns to read from each row, after its number.
    init(_ database: DamagedDatabase, _ table: String, _ columns: [String]) {
        let list = (["rowid"] + columns).joined(separator: ", ")
        let rows = "SELECT \(list) FROM \(table) NOT INDEXED WHERE rowid >= ?1 ORDER BY rowid"
        all = database.statement(rows)
        next = database.statement("\(rows) LIMIT 1")
        last = database.statement(
            "SELECT rowid FROM \(table) NOT INDEXED WHERE rowid <= ?1 ORDER BY rowid DESC LIMIT 1"
        )
    }

    /// Whether all rows can be read, in the order of their numbers.
    func isWhole() -> Bool {
        defer { all.reset() }
        all.bind(1, Int64(0))
        var last: Int64 = -1
        while let isRow = try? all.step() {
            guard isRow else { return true }
            guard all.integer(0) > last else { return false }
            last = all.integer(0)
        }
        return false
    }

    /// Calls `body` with each row that can be read.
    ///
    /// Returns the number of places that could not be read.
    /// Throws any error of `body`.
    func forEachRow(_ body: (SQLiteStatement) throws -> Void) throws -> Int {
        var (start, gaps): (Int64, Int) = (0, 0)
        while true {
            let (read, isComplete) = try scan(from: start, body)
            if isComplete { return gaps }
            gaps += 1
            guard let found = firstReadable(after: read.map { $0 + 1 } ?? start) else {
                return gaps
            }
            start = found
        }
    }

    /// Reads rows until the end, or until one cannot be read.
    ///
    /// Returns the number of the last row that was read, and whether the end was reached.
    private func scan(
        from start: Int64,
        _ body: (SQLiteStatement) throws -> Void
    ) throws -> (last: Int64?, isComplete: Bool) {
        defer { all.reset() }
        all.bind(1, start)
        var (read, disorder): (Int64?, Int64) = (nil, 0)
        // If pages have changed places, numbers go up and down; in circles they never end.
        while disorder < Self.attempts {
            guard let isRow = try? all.step() else { return (read, false) }
            guard isRow else { return (read, true) }
            let number = all.integer(0)
            guard (0...Self.highestNumber).contains(number) else {
                disorder += 1
                continue
            }
            if number < max(start, read ?? 0) { disorder += 1 }
            try body(all)
            read = max(number, start)
        }
        return (read, true)
    }

    private enum Probe { case row(Int64), end, failure }

    private func probe(_ start: Int64) -> Probe {
        defer { next.reset() }
        next.bind(1, start)
        guard let isRow = try? next.step() else { return .failure }
        guard isRow else { return .end }
        let number = next.integer(0)
        return (start...Self.highestNumber).contains(number) ? .row(number) : .failure
    }

    /// Returns the number of the first row after one that cannot be read, or nil if no other row can be read.
    private func firstReadable(after failed: Int64) -> Int64? {
        let end = highest(after: failed)
        let stride = max(1, (end - failed) / Self.attempts)
        var (bad, candidate) = (failed, failed + stride)
        while candidate <= end {
            switch probe(candidate) {
            case .end: return nil
            case .row(let number):
                return stride == 1 ? number : first(after: bad, upTo: number)
            case .failure: (bad, candidate) = (candidate, candidate + stride)
            }
        }
        return nil
    }

    /// Returns the first readable row, given a number from which no row can be read, and a readable row after it.
    private func first(after failed: Int64, upTo found: Int64) -> Int64 {
        var (bad, good) = (failed, found)
        while good - bad > 1 {
            let middle = bad + (good - bad) / 2
            if case .row(let number) = probe(middle) {
                good = min(middle, number)
            } else {
                bad = middle
            }
        }
        if case .row(let number) = probe(good) { return number }
        return found
    }

    /// Returns the highest number of a row, or a guess if the end of the table cannot be read.
    private func highest(after failed: Int64) -> Int64 {
        defer { last.reset() }
        last.bind(1, Self.highestNumber)
        guard let isRow = try? last.step(), isRow else { return failed + Self.attempts }
        // If pages have changed places, the last number is not the highest.
        let number = last.integer(0)
        return number > failed ? number : failed + Self.attempts
    }
}
