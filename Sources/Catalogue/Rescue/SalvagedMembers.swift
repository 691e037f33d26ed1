internal import GRDB

/// Copies the members of albums, which have no numbers: from their table, and from its indexes where that misses some.
struct SalvagedMembers {
    private let source: DamagedDatabase
    private let target: Database
    private let insert: SQLiteStatement
    /// How many were taken.
    private(set) var taken: Int64 = 0
    /// Whether some could not be read.
    private(set) var isIncomplete = false

    /// `target`: Where the albums and assets are already.
    init(_ source: DamagedDatabase, into target: Database) {
        (self.source, self.target) = (source, target)
        insert = SQLiteStatement(
            target,
            "INSERT OR IGNORE INTO member (album, position, asset) VALUES (?1, ?2, ?3)"
        )
    }

    private static let albums = "SELECT id FROM userCollection UNION SELECT id FROM directory"
    private static let assets =
        "SELECT id FROM asset UNION SELECT id FROM resource UNION SELECT id FROM tombstone"

    mutating func run() throws {
        let albums = try numbers(Self.albums)
        for order in ["", " DESC"] {
            try take(
                of: albums,
                "NOT INDEXED WHERE album = ? ORDER BY position\(order)"
            )
        }
        let counts = ["NOT INDEXED", "INDEXED BY memberByAsset"].map {
            source.number("SELECT count(*) FROM member \($0)")
        }
        guard isIncomplete || counts[0] != counts[1] else { return }
        isIncomplete = true
        try take(of: try numbers(Self.assets), "INDEXED BY memberByAsset WHERE asset = ?")
        try take(
            of: albums,
            "INDEXED BY memberByDate WHERE album = ? AND date IS NOT NULL"
        )
    }

    private func numbers(_ query: String) throws -> [Int64] {
        var numbers: [Int64] = []
        try SQLiteStatement(target, query).forEach { numbers.append($0.integer(0)) }
        return numbers
    }

    private mutating func take(of numbers: [Int64], _ condition: String) throws {
        let rows = source.statement("SELECT album, position, asset FROM member \(condition)")
        for number in numbers { try takeAll(rows.bind(1, number)) }
    }

    private mutating func takeAll(_ rows: SQLiteStatement) throws {
        defer { rows.reset() }
        while true {
            guard let isRow = try? rows.step() else {
                isIncomplete = true
                return
            }
            guard isRow else { return }
            try take(rows)
        }
    }

    private mutating func take(_ row: SQLiteStatement) throws {
        let numbers = (0..<3).map { row.stored(Int32($0)).integer ?? 0 }
        guard numbers[0] > 0, numbers[2] > 0, numbers[1].magnitude < 1 << 60 else { return }
        try insert.bind(1, numbers[0]).bind(2, numbers[1]).bind(3, numbers[2]).run()
        taken += Int64(target.changesCount)
    }
}
