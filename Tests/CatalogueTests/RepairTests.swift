import Catalogue
import Foundation
import GRDB
import PhotoModel
import TestSupport
import Testing

struct RepairTests {
    /// Each makes a catalogue contradict itself.
    static let faults = [
        "UPDATE directory SET assetCount = assetCount + 3, childCount = childCount + 1",
        "UPDATE directory SET addedCount = 9",
        "DELETE FROM moment WHERE id % 2 = 0", "UPDATE moment SET count = count + 1",
        "UPDATE moment SET startOffset = 77",
        "DELETE FROM burst WHERE asset % 2 = 0", "UPDATE burst SET date = date + 1",
        "UPDATE asset SET representsBurst = 1 - representsBurst WHERE burstIdentifier IS NOT NULL",
        "UPDATE asset SET marks = 5 WHERE id % 3 = 0",
        "UPDATE asset SET partCount = partCount + 1 WHERE id % 4 = 0",
        "UPDATE asset SET partOf = 999999 WHERE partOf IS NULL AND id % 7 = 0",
        "UPDATE asset SET partOf = NULL WHERE partOf > 0 AND id % 2 = 0",
        "UPDATE asset SET described = 1 - described WHERE id % 5 = 0",
        "UPDATE asset SET edited = 1 - edited WHERE id % 5 = 0", "DELETE FROM own WHERE id % 2 = 0",
        "DELETE FROM edit WHERE id % 2 = 0", "DELETE FROM description WHERE id % 2 = 0",
        "DELETE FROM resource WHERE id % 6 = 0", "DELETE FROM asset WHERE id % 6 = 1",
        "DELETE FROM trash WHERE id % 2 = 1", "DELETE FROM directory WHERE name = x'62'",
        "UPDATE directory SET parent = id WHERE name = x'64'",
        "UPDATE smartAlbum SET count = count + 2", "UPDATE smartAlbum SET changed = 3",
        "UPDATE change SET previous = 1 WHERE kind = 4",
        "UPDATE userCollection SET count = count + 1",
        "UPDATE userCollection SET parent = id WHERE isFolder",
        "DELETE FROM userCollection WHERE NOT isFolder AND id % 2 = 0",
        "UPDATE member SET date = 5", "UPDATE resource SET directory = 4242 WHERE id % 11 = 0",
    ]

    @Test(arguments: Effort.part(12, of: faults))
    func `a catalogue that contradicts itself is mended, and readers get everything anew`(
        _ fault: String
    ) throws {
        let rich = try RichCatalogue(assets: 120, seed: 7)
        #expect(try RichCatalogue.contradictions(rich.catalogue.path) == [])
        try rich.catalogue.break(fault)
        #expect(try RichCatalogue.contradictions(rich.catalogue.path) != [])
        try CatalogueWriter(path: rich.catalogue.path, as: .editor).repair()
        let left = try RichCatalogue.contradictions(rich.catalogue.path)
        #expect(left == [])
        #expect(try rich.catalogue.expiry(of: rich.token) == .pruned)
    }

    @Test
    func `several faults at once are mended while an indexer goes on`() throws {
        for seed in Effort.seeds(2, of: 8) {
            var generator = SplitMix(state: seed)
            let rich = try RichCatalogue(assets: 100, seed: seed)
            let path = rich.catalogue.path
            let indexer = try CatalogueWriter(path: path)
            let root = indexer.roots.values.first?.directory ?? 0
            for round in 0..<3 {
                for fault in Self.faults.shuffled(using: &generator).prefix(6) {
                    try rich.catalogue.break(fault)
                }
                try CatalogueWriter(path: path, as: .editor).repair()
                try indexer.write {
                    let name = "late \(round).jpg"
                    try indexer.insert(
                        TestCatalogue.record(name, in: root, inode: Int64(9_000 + round))
                    )
                }
                try indexer.commit()
                let left = try RichCatalogue.contradictions(path)
                #expect(left == [], "seed \(seed), round \(round)")
            }
        }
    }

    @Test
    func `edits that are lost are made again of what the assets show`() throws {
        let rich = try RichCatalogue(assets: 120, seed: 11)
        let edited = try Self.rows("SELECT id FROM asset WHERE edited", rich.catalogue.path)
        try rich.catalogue.write { writer in
            for (number, row) in edited.enumerated() {
                _ = try writer.edit(Int64(row) ?? 0) { edit in
                    if number % 2 == 0 { edit.isHidden = true }
                    if number % 3 == 0 {
                        edit.date = CaptureDate(
                            microseconds: Int64(number),
                            offsetMinutes: 60,
                            source: .user
                        )
                    }
                    guard number % 4 != 0 else { return }
                    let point = GeographicPoint(latitude: Double(number), longitude: -1.5)
                    edit.place = UserEdit.Place(point: point, altitude: nil)
                }
            }
        }
        let path = rich.catalogue.path
        let before = try Self.rows(Self.edits, path)
        #expect(before.count > 10)
        try rich.catalogue.break("DELETE FROM edit WHERE id IN (SELECT id FROM asset)")
        try CatalogueWriter(path: path, as: .editor).repair()
        let after = try Self.rows(Self.edits, path)
        #expect(zip(after, before).filter { $0 != $1 }.map { "\($0) for \($1)" } == [])
        #expect(after.count == before.count)
        #expect(try RichCatalogue.contradictions(path) == [])
    }

    /// What users changed of each asset, without when they did, and that there are no stars where the file has none.
    private static let edits = """
        SELECT id, favorite, hidden, isDated, creationDate, creationOffset, isPlaced, latitude, longitude, altitude,
            nullif(rating, 0)
        FROM edit WHERE id IN (SELECT id FROM asset) ORDER BY id
        """

    private static func rows(_ query: String, _ path: String) throws -> [String] {
        try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(database, sql: query).map { row in
                row.databaseValues.map { "\($0.storage.value ?? "NULL")" }.joined(separator: " ")
            }
        }
    }

    @Test
    func `what was done to a file that cannot be where it is said to be comes back with it`() throws
    {
        let catalogue = try ClosedCatalogue()
        try catalogue.add(3)
        let path = catalogue.path
        let reader = try CatalogueReader(path: path)
        var assets: [AssetRecord] = []
        try reader.snapshot { try reader.forEachAsset(AssetQuery()) { assets.append($0) } }
        let lost = try #require(assets.first)
        try catalogue.write { _ = try $0.edit(lost.id) { $0.isFavorite = true } }
        try catalogue.break("UPDATE resource SET directory = 4242 WHERE id = \(lost.id)")
        try catalogue.write { writer in
            try writer.repair()
            try writer.begin()
            let tombstone = try #require(try writer.tombstone(file: lost.file))
            try writer.revive(tombstone, as: lost)
        }
        let found = try reader.snapshot { try reader.asset(lost.uuid) }
        #expect(found?.isFavorite == true)
        #expect(try RichCatalogue.contradictions(path) == [])
    }
}

extension ClosedCatalogue {
    /// Writes past all that keeps a catalogue as it has to be.
    func `break`(_ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: sql) }
    }
}
