import Foundation
import GRDB
import TestSupport
import Testing

@testable import Catalogue

/// What a first index writes beside the thread that decides.
struct WriteBehindTests {
    /// Inserts, changes, removes and asks, in an order that a seed tells; answers are part of what is returned.
    private static func run(
        _ writer: CatalogueWriter,
        _ root: Int64,
        _ seed: UInt64,
        commit: () throws -> Void
    ) throws -> [String] {
        var generator = SplitMix(state: seed)
        var (answers, ids): ([String], [Int64]) = ([], [])
        for number in 0..<3_000 {
            try writer.write {
                switch generator.next() % 200 {
                case 0 where !ids.isEmpty:
                    let id = ids[Int(generator.next() % UInt64(ids.count))]
                    guard let before = try writer.asset(id) else { break }
                    var after = before
                    after.width += 1
                    try writer.update(from: before, to: after, contentChanged: true)
                case 1 where !ids.isEmpty:
                    let id = ids.remove(at: Int(generator.next() % UInt64(ids.count)))
                    if let record = try writer.asset(id) { try writer.remove(record) }
                case 2:
                    let file = try writer.file(root, Array("\(number / 2).jpg".utf8))
                    answers.append("\(number / 2): \(file?.id ?? 0)")
                default:
                    var record = TestCatalogue.record(
                        "\(number).jpg",
                        in: root,
                        inode: Int64(number + 10)
                    )
                    // Some are of a burst, which takes a row more.
                    if number % 97 == 0 { record.burstKey = "key \(number % 5)" }
                    try writer.insert(record)
                    ids.append(writer.sequence)
                }
            }
            if generator.next() % 150 == 0 { try commit() }
            if generator.next() % 700 == 0 {
                try commit()
                try writer.write {
                    try writer.insert(TestCatalogue.record("gone.jpg", in: root, inode: 1))
                }
                try writer.rollback()
            }
        }
        try writer.commit()
        return answers
    }

    private static func rows(_ path: String) throws -> [String: Set<String>] {
        let varying: Set<String> = ["uuid", "addedDate", "removedAt", "time", "removedAge", "age"]
        var rows: [String: Set<String>] = [:]
        let tables = try RawTables(path).rows
        for table in ["asset", "resource", "own", "burst", "tombstone", "directory", "change"] {
            rows[table] = Set(
                try #require(tables[table]).map { row in
                    row.filter { !varying.contains($0.key) }.sorted { $0.key < $1.key }
                        .map { "\($0.key)=\($0.value)" }.joined(separator: " ")
                }
            )
        }
        return rows
    }

    @Test func `what is written beside is what would be written at once`() throws {
        let seed = Effort.seed
        let (plain, bulk) = (try TestCatalogue(), try TestCatalogue())
        let wanted = try Self.run(plain.writer, plain.root, seed, commit: plain.writer.commit)
        try bulk.writer.beginBulk()
        let answers = try Self.run(
            bulk.writer,
            bulk.root,
            seed,
            commit: bulk.writer.commitBehind
        )
        try bulk.writer.endBulk()
        #expect(answers == wanted, "seed \(seed)")
        try plain.writer.endBulk()
        let (told, expected) = (try Self.rows(bulk.path), try Self.rows(plain.path))
        for (table, rows) in expected {
            #expect(told[table] == rows, "\(table), seed \(seed)")
        }
        let reader = try CatalogueReader(path: bulk.path)
        #expect(try reader.snapshot { try reader.contradictions() } == [])
    }

    @Test(arguments: [1, 127, 128, 1_000, 5_000])
    func `a row that cannot be inserted fails the commit, and nothing of it remains`(
        _ others: Int
    ) throws {
        let catalogue = try TestCatalogue()
        let (writer, root) = (catalogue.writer, catalogue.root)
        try writer.beginBulk()
        try writer.write {
            try writer.insert(TestCatalogue.record("a.jpg", in: root, inode: 1))
        }
        try writer.commitBehind()
        #expect(throws: CatalogueError.self) {
            try writer.write {
                // There is a file of that name.
                try writer.insert(TestCatalogue.record("a.jpg", in: root, inode: 2))
                for number in 0..<others {
                    try writer.insert(
                        TestCatalogue.record("\(number).jpg", in: root, inode: Int64(number + 3))
                    )
                }
            }
            try writer.commitBehind()
            try writer.commit()
        }
        #expect(throws: CatalogueError.self) { try writer.commit() }
        try writer.rollback()
        try writer.write {
            try writer.insert(TestCatalogue.record("b.jpg", in: root, inode: 9_999))
        }
        try writer.endBulk()
        let names = try DatabaseQueue(path: catalogue.path).read {
            try String.fetchAll($0, sql: "SELECT CAST(name AS TEXT) FROM resource ORDER BY id")
        }
        #expect(names == ["a.jpg", "b.jpg"])
    }

    @Test func `what another commits meanwhile is known to the next transaction`() throws {
        let catalogue = try TestCatalogue()
        let (writer, root) = (catalogue.writer, catalogue.root)
        try writer.beginBulk()
        for number in 0..<20 {
            try writer.write {
                for part in 0..<200 {
                    let name = "\(number)-\(part).jpg"
                    let inode = Int64(number * 200 + part + 1)
                    try writer.insert(TestCatalogue.record(name, in: root, inode: inode))
                }
            }
            try writer.commitBehind()
            let other = try CatalogueWriter(path: catalogue.path, as: .editor)
            let folder = try other.transaction {
                try other.addUserCollection("\(number)", isFolder: true)
            }
            try writer.begin()
            #expect(writer.sequence >= folder, "the number \(folder) would be given again")
        }
        try writer.endBulk()
        let reader = try CatalogueReader(path: catalogue.path)
        #expect(try reader.snapshot { try reader.contradictions() } == [])
        #expect(try reader.snapshot { try reader.folders().count } == 20)
    }
}
