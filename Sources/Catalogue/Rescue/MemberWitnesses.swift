internal import GRDB

/// The members of albums by their table and by its indexes, in a table that exists during a rescue.
struct MemberWitnesses {
    /// A source that lists members; the raw values are bits.
    enum Witness: Int64 { case table = 1, byAsset = 2, byDate = 4 }

    /// The result of reading a witness.
    struct Testimony {
        /// The number of different rows.
        var count: Int64 = 0
        /// Whether all pages could be read.
        var isWhole = true
    }

    private let source: DamagedDatabase
    private let target: Database

    init(_ source: DamagedDatabase, _ target: Database) {
        (self.source, self.target) = (source, target)
    }

    func begin() throws {
        try target.execute(
            sql: """
                CREATE TEMP TABLE said (album INTEGER, asset INTEGER, position INTEGER, witnesses INTEGER,
                    PRIMARY KEY (album, asset, position)) WITHOUT ROWID
                """
        )
    }

    func end() throws { try target.execute(sql: "DROP TABLE said") }

    // MARK: Hearing

    /// How many rows in succession may repeat known ones before they are taken for a circle of pages.
    private static let attempts = 100_000

    /// Names the table itself: NOT INDEXED forbids no index of a table without row numbers.
    private static let table = "INDEXED BY sqlite_autoindex_member_1"

    private static let sources: [Witness: (all: [String], some: String)] = [
        .table: (
            [table, "\(table) ORDER BY album DESC, position DESC"], "\(table) WHERE album = ?"
        ),
        .byAsset: (["INDEXED BY memberByAsset"], "INDEXED BY memberByAsset WHERE asset = ?"),
        .byDate: (
            ["INDEXED BY memberByDate WHERE date IS NOT NULL"],
            "INDEXED BY memberByDate WHERE album = ? AND date IS NOT NULL"
        ),
    ]

    /// Reads all rows of a witness, and if that fails, the readable ones of each of these numbers.
    func hear(_ witness: Witness, of numbers: [Int64]) throws -> Testimony {
        guard let source = Self.sources[witness] else { return Testimony() }
        let insert = SQLiteStatement(
            target,
            """
            INSERT INTO said VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE
                SET witnesses = witnesses | excluded.witnesses WHERE witnesses & excluded.witnesses = 0
            """
        )
        var testimony = Testimony()
        for order in source.all where testimony.isWhole {
            try hear(rows(order), witness, insert, &testimony)
        }
        guard !testimony.isWhole else { return testimony }
        for order in source.all.dropFirst() { try hear(rows(order), witness, insert, &testimony) }
        let some = rows(source.some)
        for number in numbers {
            try hear(some.bind(1, number), witness, insert, &testimony)
        }
        return testimony
    }

    private func rows(_ condition: String) -> SQLiteStatement {
        source.statement("SELECT album, asset, position FROM member \(condition)")
    }

    private func hear(
        _ rows: SQLiteStatement,
        _ witness: Witness,
        _ insert: SQLiteStatement,
        _ testimony: inout Testimony
    ) throws {
        defer { rows.reset() }
        var known = 0
        while known < Self.attempts {
            guard let isRow = try? rows.step() else {
                testimony.isWhole = false
                return
            }
            guard isRow else { return }
            let numbers = (0..<3).map { rows.stored(Int32($0)).integer ?? 0 }
            guard numbers[0] > 0, numbers[1] > 0, numbers[2].magnitude < 1 << 60 else {
                testimony.isWhole = false
                known += 1
                continue
            }
            for (place, number) in numbers.enumerated() { insert.bind(Int32(place) + 1, number) }
            try insert.bind(4, witness.rawValue).run()
            let isNews = target.changesCount > 0
            testimony.count += isNews ? 1 : 0
            known = isNews ? 0 : known + 1
        }
        testimony.isWhole = false
    }

    // MARK: Believing

    private static let votes = "((witnesses & 1) + (witnesses >> 1 & 1) + (witnesses >> 2 & 1))"

    /// Gives albums the members that are believed, each at the position that most witnesses give.
    ///
    /// `alone`: The witnesses that are believed even if no other agrees.
    /// Returns the number of members.
    func takeBelieved(alone: [Witness: Bool]) throws -> Int64 {
        let believedAlone = alone.reduce(Int64(0)) { $1.value ? $0 | $1.key.rawValue : $0 }
        let members = """
            SELECT album, asset, position, \(Self.votes) AS votes,
                row_number() OVER (PARTITION BY album, asset
                    ORDER BY \(Self.votes) DESC, witnesses & 1 DESC) AS rank,
                max(witnesses & 1) OVER member + (max(witnesses & 2) OVER member >> 1)
                    + (max(witnesses & 4) OVER member >> 2) AS together,
                max(witnesses & \(believedAlone)) OVER member AS alone
            FROM said WINDOW member AS (PARTITION BY album, asset)
            """
        let rows = SQLiteStatement(
            target,
            """
            SELECT album, asset, position FROM (\(members)) WHERE rank = 1 AND (together > 1 OR alone)
            ORDER BY votes DESC, album, position
            """
        )
        let place = SQLiteStatement(
            target,
            "INSERT OR IGNORE INTO member (album, position, asset) VALUES (?1, ?2, ?3)"
        )
        let end = SQLiteStatement(
            target,
            """
            INSERT INTO member (album, position, asset)
                SELECT ?1, max(position) + 1, ?2 FROM member WHERE album = ?1
            """
        )
        var taken: Int64 = 0
        try rows.forEach { row in
            let (album, asset) = (row.integer(0), row.integer(1))
            try place.bind(1, album).bind(2, row.integer(2)).bind(3, asset).run()
            // Another member is at its position.
            if target.changesCount == 0 { try end.bind(1, album).bind(2, asset).run() }
            taken += 1
        }
        return taken
    }

    /// Whether a witness lists a member that the table or the index by asset does not have.
    func areContradicted() throws -> Bool {
        try SQLiteStatement(
            target,
            "SELECT 1 FROM said WHERE witnesses & 3 != 3 LIMIT 1"
        ).first { _ in true } ?? false
    }
}
