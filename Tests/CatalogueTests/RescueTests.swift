import Catalogue
import Foundation
import GRDBSQLite
import PhotoModel
import TestSupport
import Testing

@Suite(.serialized)
struct RescueTests {
    private static let cases = Effort.count(6, of: 60)

    /// What can be read of a damaged file as it was, by table and number.
    private struct Readable {
        static let queries = [
            "asset": "SELECT id, hex(uuid) FROM asset",
            "tombstone": "SELECT id, hex(uuid) FROM tombstone",
            "resource": "SELECT id, directory, hex(name), inode, size FROM resource",
            "edit": "SELECT id, time, favorite, rating FROM edit",
            "userCollection": "SELECT id, hex(uuid), title, isFolder, position FROM userCollection",
        ]
        let rows: [String: Set<Int64>]

        init(_ path: String, as original: [String: [Int64: String]]) {
            let raw = RawRows(path)
            rows = original.reduce(into: [:]) { rows, table in
                let query = raw.prepare("\(Self.queries[table.key] ?? "") NOT INDEXED WHERE id = ?")
                defer { sqlite3_finalize(query) }
                rows[table.key] = Set(
                    table.value.filter { raw.row(query, $0.key) == $0.value }.keys
                )
            }
        }
    }

    @Test
    func `whatever is done to its file, a sound catalogue comes of it with all that can be read`()
        throws
    {
        let seed = Effort.seed
        let rich = try RichCatalogue(assets: 400, seed: seed)
        let path = rich.catalogue.path
        let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let raw = RawRows(path)
        let original = Readable.queries.mapValues { raw.rows($0) }
        #expect(original["asset"]?.count ?? 0 > 200)
        var saved = 0
        for number in 0..<Self.cases {
            var generator = SplitMix(state: seed &+ UInt64(number))
            let kind = Damage.allCases[number % Damage.allCases.count]
            var bytes = sound
            kind.strike(&bytes, &generator)
            let name = "\(kind) \(number) of seed \(seed)"
            let struck = try ClosedCatalogue.of(bytes)
            let readable = Readable(struck.path, as: original)
            let report = try CatalogueRescue(struck.path).run()
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: report.kept)) == Data(bytes),
                "\(name)"
            )
            let contradictions = try RichCatalogue.contradictions(struck.path)
            #expect(contradictions == [], "\(name)")
            #expect(try struck.expiry(of: rich.token) != nil, "\(name)")
            let kept = RawRows(struck.path)
            let known = kept.rows(
                "SELECT id, hex(uuid) FROM asset UNION SELECT id, hex(uuid) FROM tombstone"
            )
            let edits = kept.rows(Readable.queries["edit"] ?? "")
            let albums = kept.rows(Readable.queries["userCollection"] ?? "")
            let whole = Self.undisturbed(readable, original)
            saved += whole.count
            let lost = whole.filter { known[$0] != original["asset"]?[$0] }
            #expect(
                lost.count <= Self.mostLost(kind, bytes, sound),
                "assets \(lost) are lost, \(name)"
            )
            // An edit goes with its asset.
            for id in readable.rows["edit"] ?? [] where whole.contains(id) && !lost.contains(id) {
                #expect(edits[id] == original["edit"]?[id], "edit \(id), \(name)")
            }
            for id in readable.rows["userCollection"] ?? [] {
                #expect(albums[id] == original["userCollection"]?[id], "album \(id), \(name)")
            }
            try Self.goOn(struck, name)
        }
        print("\(Self.cases) rescues, \(saved) assets saved, all that could be read")
    }

    @Test func `of a page that is cut off in the middle the rest is read`() throws {
        let rich = try RichCatalogue(assets: 400, seed: 12)
        let path = rich.catalogue.path
        let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let albums = RawRows(path).rows(Readable.queries["userCollection"] ?? "")
        #expect(albums.count == 5)
        let places = RawRows(path).rows(
            "SELECT rootpage FROM sqlite_master WHERE name = 'userCollection'"
        )
        let page = Int(try #require(places.keys.first))
        let struck = try ClosedCatalogue.of(Array(sound[..<(page * Damage.page - 1)]))
        // The list of tables is lost in part, so a copy is read.
        #expect(RawRows(struck.path).rows("SELECT rowid FROM sqlite_master").count < 60)
        _ = try CatalogueRescue(struck.path).run()
        #expect(RawRows(struck.path).rows(Readable.queries["userCollection"] ?? "") == albums)
    }

    /// The last has more pages with assets than one page can lead to.
    @Test(arguments: Effort.isFull ? [(400, 0), (400, 0xFF), (9_000, 0)] : [(400, 0)])
    func `rows are found though all pages that lead to them are lost`(_ assets: Int, _ byte: UInt8)
        throws
    {
        let rich = try RichCatalogue(assets: assets, seed: 14)
        let path = rich.catalogue.path
        let original = Readable.queries.mapValues { RawRows(path).rows($0) }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let inner = stride(from: Damage.page, to: bytes.count, by: Damage.page).filter {
            bytes[$0] == 5
        }
        #expect(inner.count >= 3)
        for page in inner {
            bytes.replaceSubrange(
                page..<page + Damage.page,
                with: repeatElement(byte, count: Damage.page)
            )
        }
        let struck = try ClosedCatalogue.of(bytes)
        #expect(RawRows(struck.path).rows(Readable.queries["asset"] ?? "").isEmpty)
        _ = try CatalogueRescue(struck.path).run()
        let kept = RawRows(struck.path)
        for table in ["asset", "tombstone", "edit", "userCollection"] {
            #expect(kept.rows(Readable.queries[table] ?? "") == original[table], "\(table)")
        }
        #expect(try RichCatalogue.contradictions(struck.path) == [])
    }

    @Test func `a wrong letter in the list of tables costs nothing`() throws {
        let rich = try RichCatalogue(assets: 200, seed: 15)
        let path = rich.catalogue.path
        let original = Readable.queries.mapValues { RawRows(path).rows($0) }
        let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let texts = [
            "CREATE TABLE asset (", "CREATE TABLE resource (", "CREATE TABLE edit (",
            "CREATE TABLE tombstone (", "CREATE TABLE userCollection (",
        ]
        for text in texts {
            guard let place = sound.firstRange(of: Array(text.utf8)) else { continue }
            // A space, and a letter of the first column.
            for offset in [text.utf8.count - 2, text.utf8.count + 8] {
                var bytes = sound
                bytes[place.lowerBound + offset] ^= 1
                let struck = try ClosedCatalogue.of(bytes)
                _ = try CatalogueRescue(struck.path).run()
                let kept = RawRows(struck.path)
                for table in ["asset", "tombstone", "edit", "userCollection"] {
                    let rows = kept.rows(Readable.queries[table] ?? "")
                    #expect(rows == original[table], "\(text) + \(offset): \(table)")
                }
            }
        }
    }

    @Test(arguments: [
        "library SET uuid = x'01'", "library SET uuid = 'text'", "library SET sequence = -1",
        "library SET sequence = 9223372036854775807", "library SET age = 9223372036854775807",
        "library SET uptime = -9223372036854775808", "library SET boottime = -9223372036854775808",
        "grdb_migrations SET identifier = '37' WHERE identifier = '7'",
    ])
    func `a library whose own rows are damaged is refused as damaged, and rescued`(_ damage: String)
        throws
    {
        let rich = try RichCatalogue(assets: 100, seed: 13)
        let path = rich.catalogue.path
        let before = try said(path)
        var connection: OpaquePointer?
        sqlite3_open(path, &connection)
        let sql = "PRAGMA ignore_check_constraints = ON; UPDATE \(damage)"
        #expect(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
        sqlite3_close_v2(connection)
        let error = #expect(throws: CatalogueError.self) { try CatalogueWriter(path: path) }
        #expect(error?.code == .damaged)
        if !damage.contains("grdb") {
            let refusal = #expect(throws: CatalogueError.self) { try CatalogueReader(path: path) }
            #expect(refusal?.code == .damaged)
        }
        _ = try CatalogueRescue(path).run()
        #expect(try said(path) == before)
    }

    /// How many rows may be lost though each can be read by its number.
    ///
    /// A flipped byte may give a row the number of another, and one of two is taken. A page in the place of another is
    /// passed over when its rows lie outside the numbers that are looked for there: that is what it holds, at most 32
    /// assets.
    private static func mostLost(_ kind: Damage, _ bytes: [UInt8], _ sound: [UInt8]) -> Int {
        switch kind {
        case .flippedBytes: zip(bytes, sound).count { $0 != $1 }
        case .swappedPages:
            32
                * stride(from: 0, to: sound.count, by: Damage.page).count {
                    bytes[$0..<$0 + Damage.page] != sound[$0..<$0 + Damage.page]
                }
        default: 0
        }
    }

    /// The assets that can be read with their files, and whose neighbours can: of two identifiers that do not fit
    /// together nobody knows which is the damaged one.
    private static func undisturbed(
        _ readable: Readable,
        _ original: [String: [Int64: String]]
    ) -> [Int64] {
        func known(_ table: String) -> Set<Int64> { readable.rows[table] ?? [] }
        func all(_ table: String) -> Set<Int64> { Set((original[table] ?? [:]).keys) }
        let ids = all("asset").union(all("tombstone")).sorted()
        let isLost = all("asset").subtracting(known("asset"))
            .union(all("tombstone").subtracting(known("tombstone")))
        return ids.indices.filter { index in
            let near = ids[max(0, index - 1)...min(ids.count - 1, index + 1)]
            return isLost.isDisjoint(with: near) && known("asset").contains(ids[index])
                && known("resource").contains(ids[index])
        }.map { ids[$0] }
    }

    /// A writer goes on with what came of it.
    private static func goOn(_ catalogue: ClosedCatalogue, _ name: String) throws {
        try catalogue.write { writer in
            if writer.roots.isEmpty { _ = try writer.addRoot(Array("/photos".utf8)) }
            let root = writer.roots.values.first?.directory ?? 0
            try writer.insert(TestCatalogue.record("new.jpg", in: root, inode: 77_777))
        }
        #expect(try RichCatalogue.contradictions(catalogue.path) == [], "\(name)")
    }

    /// What a catalogue says of its assets and albums.
    private func said(_ path: String) throws -> [String] {
        let reader = try CatalogueReader(path: path)
        return try reader.snapshot {
            var lines: [String] = []
            try reader.forEachAsset(AssetQuery()) { asset in
                let path = try reader.path(asset.directory, asset.file.name)
                lines.append(
                    "\(asset.uuid) \(path) \(asset.subtypes) \(asset.isFavorite) \(asset.creationDate) "
                        + "\(asset.burstIdentifier ?? "") \(asset.extendedMetadata as Any)"
                )
            }
            for record in try reader.collections([.album, .folder]) {
                lines.append("\(record.uuid) \(record.title) \(record.count)")
            }
            return lines.sorted()
        }
    }

    @Test
    func `a sound catalogue is the same after a rescue, but for its history`() throws {
        let rich = try RichCatalogue(assets: 200, seed: 11)
        let before = try said(rich.catalogue.path)
        let report = try CatalogueRescue(rich.catalogue.path).run()
        #expect(report.files.saved == report.files.there)
        #expect(report.edits.saved == report.edits.there)
        #expect(report.members.saved == report.members.there)
        let after = try said(rich.catalogue.path)
        #expect(before == after)
        #expect(report.albums.saved == 5)
    }

    /// Writes every page of a catalogue into its log, and returns that.
    private func log(ofAll path: String) throws -> Data {
        var connection: OpaquePointer?
        sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
        defer { sqlite3_close_v2(connection) }
        let sql = "PRAGMA wal_autocheckpoint = 0; VACUUM"
        try #require(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
        return try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    }

    @Test(arguments: [0, 1_000])
    func `a file that has become empty is rescued from its log, which readers leave alone`(
        torn: Int
    ) throws {
        let rich = try RichCatalogue(assets: 200, seed: 12)
        let path = rich.catalogue.path
        let before = try said(path)
        // What a transaction that was cut short left of itself is not read.
        let log = try log(ofAll: path) + Data(repeating: 7, count: torn)
        try Data().write(to: URL(fileURLWithPath: path))
        try log.write(to: URL(fileURLWithPath: path + "-wal"))
        for open in [
            { _ = try CatalogueReader(path: path) }, { _ = try CatalogueWriter(path: path) },
        ] {
            let error = #expect(throws: CatalogueError.self) { try open() }
            #expect(error?.code == .damaged)
        }
        #expect(CatalogueRescue.isCatalogue(path))
        let report = try CatalogueRescue(path).run()
        #expect(report.files.saved == report.files.there)
        #expect(try said(path) == before)
        #expect(try Data(contentsOf: URL(fileURLWithPath: report.kept + "-wal")) == log)
    }

    @Test
    func `what holds the catalogue, or is none, is left alone`() throws {
        let catalogue = try ClosedCatalogue()
        let lock = try CatalogueLock(catalogue: catalogue.path)
        let error = #expect(throws: CatalogueError.self) { try CatalogueRescue(catalogue.path) }
        #expect(error?.code == .locked)
        withExtendedLifetime(lock) {}
        let letter = catalogue.file("letter")
        try Data("Dear Ann".utf8).write(to: URL(fileURLWithPath: letter))
        #expect(!CatalogueRescue.isCatalogue(letter))
        #expect(CatalogueRescue.isCatalogue(catalogue.path))
    }
}

extension ClosedCatalogue {
    /// A file of these bytes as a catalogue.
    static func of(_ bytes: [UInt8]) throws -> ClosedCatalogue {
        let catalogue = try ClosedCatalogue()
        for name in try catalogue.names { unlink(catalogue.file(name)) }
        try Data(bytes).write(to: URL(fileURLWithPath: catalogue.path))
        return catalogue
    }
}
