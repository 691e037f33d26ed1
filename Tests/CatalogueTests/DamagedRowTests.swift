import Catalogue
import Foundation
import TestSupport
import Testing

/// What a few damaged bytes on pages with rows cost.
@Suite(.serialized)
struct DamagedRowTests {
    private static let queries = [
        // What lay in a directory whose own row is lost is recognised when it is found again.
        "asset": "SELECT id, hex(uuid) FROM asset UNION ALL SELECT id, hex(uuid) FROM tombstone",
        "edit": "SELECT id, time, favorite, rating FROM edit",
        "userCollection": "SELECT id, hex(uuid), title FROM userCollection",
    ]
    private let sound: [UInt8]
    private let original: [String: [Int64: String]]
    /// The pages that tables begin with.
    private let roots: [String: Int]
    private let members: Int
    private let seed: UInt64

    init() throws {
        seed = Effort.seed
        let rich = try RichCatalogue(assets: 400, seed: 16)
        let path = rich.catalogue.path
        let raw = RawRows(path)
        original = Self.queries.mapValues { raw.rows($0) }
        let list = raw.rows("SELECT rootpage, name FROM sqlite_master")
        roots = Dictionary(
            list.map { (String($1.split(separator: "|").last ?? ""), Int($0)) }
        ) { first, _ in first }
        members = raw.rows("SELECT row_number() OVER () FROM member").count
        sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        try #require(original.values.allSatisfy { !$0.isEmpty })
    }

    /// How many rows of all tables are lost with these bytes in the place of the catalogue's.
    private func lost(_ bytes: [UInt8], _ name: String) throws -> Int {
        let struck = try ClosedCatalogue.of(bytes)
        _ = try CatalogueRescue(struck.path).run()
        #expect(try RichCatalogue.contradictions(struck.path) == [], "\(name)")
        let kept = RawRows(struck.path)
        return original.reduce(0) { sum, table in
            let rows = kept.rows(Self.queries[table.key] ?? "")
            let known = Set(rows.values.map { $0.drop { $0 != "|" } })
            return sum + table.value.values.count { !known.contains($0.drop { $0 != "|" }) }
        }
    }

    private func number(at place: Int) -> Int { Int(sound[place]) << 8 | Int(sound[place + 1]) }

    /// Where the pages with several rows begin, the list of tables left out.
    private var leaves: [Int] {
        stride(from: Damage.page, to: sound.count, by: Damage.page).filter { page in
            sound[page] == 13 && number(at: page + 3) > 3
                && sound[page..<page + Damage.page].firstRange(of: Array("CREATE ".utf8)) == nil
        }
    }

    @Test func `rows whose lengths or numbers are wrong cost themselves`() throws {
        var generator = SplitMix(state: seed)
        for round in 0..<10 {
            var (bytes, struck) = (sound, 0)
            for page in leaves.shuffled(using: &generator).prefix(3) {
                for _ in 0..<2 {
                    let row = Int.random(in: 0..<number(at: page + 3), using: &generator)
                    let place = page + number(at: page + 8 + 2 * row)
                    bytes[place + Int.random(in: 0..<4, using: &generator)] =
                        UInt8.random(in: 0...255, using: &generator)
                    struck += 1
                }
            }
            let lost = try lost(bytes, "round \(round) of seed \(seed)")
            // One whose number is that of another now takes its place; an edit goes with its asset.
            #expect(lost <= 4 * struck, "round \(round) of seed \(seed)")
        }
    }

    /// What is said of each identifier: where its file lies, what was done to it, which album it is.
    private func sayings(_ path: String) -> [String: String] {
        let raw = RawRows(path)
        let queries = [
            """
            SELECT asset.id, hex(asset.uuid), resource.directory, hex(resource.name), time, favorite, rating
            FROM asset JOIN resource USING (id) LEFT JOIN edit USING (id)
            """,
            "SELECT id, hex(uuid), title, isFolder FROM userCollection",
        ]
        return queries.reduce(into: [:]) { said, query in
            for row in raw.rows(query).values {
                let words = row.split(separator: "|", maxSplits: 2).map(String.init)
                said[words[1]] = words[2]
            }
        }
    }

    @Test(arguments: ["asset", "resource", "edit", "userCollection"])
    func `a row with the number of another takes nothing from that`(_ table: String) throws {
        let before = sayings(try ClosedCatalogue.of(sound).path)
        var generator = SplitMix(state: seed)
        let begun = (try #require(roots[table]) - 1) * Damage.page
        let pages = sound[begun] == 13 ? [begun] : try children(of: begun)
        for page in pages.shuffled(using: &generator).prefix(4) {
            var bytes = sound
            let row = Int.random(in: 0..<number(at: page + 3), using: &generator)
            var place = page + number(at: page + 8 + 2 * row)
            for _ in 0..<2 where sound[place] & 0x80 != 0 { place += 1 }
            place += 1
            while sound[place] & 0x80 != 0 { place += 1 }
            // The number of a neighbour as often as any other.
            let bit =
                Bool.random(using: &generator) ? 0 : UInt8.random(in: 1..<7, using: &generator)
            bytes[place] ^= 1 << bit
            let struck = try ClosedCatalogue.of(bytes)
            _ = try CatalogueRescue(struck.path).run()
            let wrong = sayings(struck.path).filter { uuid, words in
                guard let was = before[uuid], was != words else { return false }
                // What was done may be lost, and no more.
                return !was.hasPrefix(words.replacing("|null|null|null", with: ""))
            }
            #expect(wrong.isEmpty, "page \(page / Damage.page + 1), row \(row), seed \(seed)")
        }
    }

    /// Where the pages begin to which a page leads.
    private func children(of page: Int) throws -> [Int] {
        try #require(sound[page] == 5)
        let cells = (0..<number(at: page + 3)).map { page + number(at: page + 12 + 2 * $0) }
        return ([page + 8] + cells).map { place in
            (sound[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } - 1) * Damage.page
        }
    }

    @Test func `a part of a page costs what lies there, whatever leads to it`() throws {
        let root = (try #require(roots["asset"]) - 1) * Damage.page
        #expect(sound[root] == 5)
        var generator = SplitMix(state: seed)
        for page in leaves.shuffled(using: &generator).prefix(Effort.count(2, of: 10)) {
            var bytes = sound
            bytes.replaceSubrange(
                root..<root + Damage.page,
                with: repeatElement(0, count: Damage.page)
            )
            bytes.replaceSubrange(page + 1_024..<page + 1_536, with: repeatElement(0, count: 512))
            let reached = (0..<number(at: page + 3)).map { number(at: page + 8 + 2 * $0) }
                .count { $0 < 1_536 }
            // An edit goes with its asset.
            #expect(try lost(bytes, "page \(page) of seed \(seed)") <= 3 * reached)
        }
    }

    /// A wrong mark, and a first sector that is lost with the places of all rows.
    @Test(arguments: [0..<0, 0..<512])
    func `rows are read where a page leads to theirs, whatever that says of itself`(
        lost part: Range<Int>
    ) throws {
        var bytes = sound
        let begun = Set(roots.values)
        let inner = leaves.filter { page in
            let places = (0..<number(at: page + 3)).map { number(at: page + 8 + 2 * $0) }
            return !begun.contains(page / Damage.page + 1) && places.allSatisfy { $0 >= part.count }
        }
        #expect(!inner.isEmpty)
        for page in inner {
            bytes[page] ^= 0x40
            bytes.replaceSubrange(
                page..<page + part.count,
                with: repeatElement(0, count: part.count)
            )
        }
        #expect(try lost(bytes, "all marks") == 0)
    }

    @Test(arguments: ["asset", "resource"])
    func `rows are found though the page that leads to them is an earlier one`(_ table: String)
        throws
    {
        let root = (try #require(roots[table]) - 1) * Damage.page
        #expect(sound[root] == 5)
        // The first page with rows, as the table was when it had no more.
        let cell = root + number(at: root + 12)
        let first = sound[cell..<cell + 4].reduce(0) { $0 << 8 | Int($1) }
        let leaf = sound[(first - 1) * Damage.page..<first * Damage.page]
        #expect(leaf.first == 13)
        var bytes = sound
        bytes.replaceSubrange(root..<root + Damage.page, with: leaf)
        #expect(try lost(bytes, table) == 0)
    }

    @Test func `places in albums are taken from the order of dates where nothing else is left`()
        throws
    {
        var bytes = sound
        for name in ["member", "memberByAsset"] {
            let page = (try #require(roots[name]) - 1) * Damage.page
            bytes.replaceSubrange(
                page..<page + Damage.page,
                with: repeatElement(0, count: Damage.page)
            )
        }
        let struck = try ClosedCatalogue.of(bytes)
        let report = try CatalogueRescue(struck.path).run()
        #expect(members > 100)
        // Those of what is in the trash, or gone, have no date.
        #expect(report.members.saved >= Int64(members - 4 * 8))
        #expect(report.members.there == nil)
    }
}
