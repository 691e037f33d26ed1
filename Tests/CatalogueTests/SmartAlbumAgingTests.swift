import Kernel
import Catalogue
import GRDB
import PhotoModel
import PredicateFormat
import TestSupport
import Testing

/// Smart albums whose members change because time passes.
struct SmartAlbumAgingTests {
    static let conditions = [
        "addedDate > NOW(-86400)", "creationDate < NOW(-172800)",
        "NOT creationDate BETWEEN {NOW(-200000), NOW(-100000)}",
        "addedDate >= NOW(-300000) AND creationDate <= NOW() AND pixelWidth == 0",
        "NOW(-50000) > creationDate OR favorite == YES",
    ]

    @Test
    func `counts as of any moment become those of now`() throws {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        let (day, now) = (Int64(86_400_000_000), SystemClock.shared.date)
        let albums = try Self.conditions.enumerated().map { number, condition in
            try SmartAlbumDefinition(.smartAlbumGeneric, "Album \(number)", condition)
        }
        try writer.write {
            try writer.setUserSmartAlbums(albums)
            for number in 0..<300 {
                var record = TestCatalogue.record(
                    "\(number).jpg",
                    in: catalogue.root,
                    inode: Int64(number + 1)
                )
                record.addedDate = now - Int64.random(in: -day...(6 * day), using: &generator)
                record.creationDate.microseconds =
                    now - Int64.random(in: -day...(6 * day), using: &generator)
                try writer.insert(record)
            }
        }
        try writer.commit()
        let reader = try CatalogueReader(path: catalogue.path)
        for _ in 0..<Effort.count(6, of: 20) {
            let then = now - Int64.random(in: -day...(9 * day), using: &generator)
            try setBack(catalogue.path, reader, to: then)
            var found = try reader.snapshot { try reader.contradictions() }
            #expect(found == [], "seed \(seed)")
            // Another writer reads the counts as they are kept.
            let other = try CatalogueWriter(path: catalogue.path, as: .editor)
            try other.transaction {
                let id = Int64.random(in: 1...300, using: &generator)
                let named = try other.file(catalogue.root, Array("\(id % 300).jpg".utf8))
                if let before = try named.flatMap({ try other.asset($0.id) }) {
                    var after = before
                    after.creationDate.microseconds =
                        now - Int64.random(in: 0...(6 * day), using: &generator)
                    try other.update(from: before, to: after, contentChanged: false)
                }
            }
            found = try reader.snapshot { try reader.contradictions() }
            #expect(found == [], "seed \(seed)")
        }
    }

    @Test
    func `a count and a list of one snapshot agree while members pass a bound`() throws {
        let catalogue = try TestCatalogue()
        try catalogue.writer.endBulk()
        let coming = try SmartAlbumDefinition(.smartAlbumGeneric, "Coming", "creationDate > NOW()")
        let now = SystemClock.shared.date
        try catalogue.writer.transaction {
            try catalogue.writer.setUserSmartAlbums([coming])
            for number in Int64(1)...2_000 {
                var record = TestCatalogue.record(
                    "\(number).jpg",
                    in: catalogue.root,
                    inode: number
                )
                record.creationDate.microseconds = now + number * 2_000
                try catalogue.writer.insert(record)
            }
        }
        let reader = try CatalogueReader(path: catalogue.path)
        for _ in 0..<Effort.count(15, of: 50) {
            #expect(try reader.snapshot { try reader.contradictions() } == [])
        }
    }

    @Test
    func `albums of deleted photos count what is in them, also after time has passed`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        let conditions = ["traits CONTAINS raw", "addedDate > NOW()", "addedDate <= NOW()"]
        let albums = try conditions.map {
            try SmartAlbumDefinition(.smartAlbumGeneric, $0, "trashed == YES AND \($0)")
        }
        let bound = SystemClock.shared.date + 500_000
        try writer.transaction {
            try writer.setUserSmartAlbums(albums)
            for name in ["a.jpg", "a.nef"] {
                var record = TestCatalogue.record(
                    name,
                    in: catalogue.root,
                    inode: Int64(name.utf8.last ?? 1),
                    mark: 0
                )
                record.addedDate = bound
                try writer.insert(record)
            }
        }
        let reader = try CatalogueReader(path: catalogue.path)
        func check() throws {
            let found = try reader.snapshot { try reader.contradictions() }
            #expect(found == [])
        }
        let own = try writer.file(catalogue.root, Array("a.jpg".utf8))
        let record = try #require(try own.flatMap { try writer.asset($0.id) })
        let files = try writer.files(of: record)
        #expect(files.count == 2)
        try writer.transaction {
            try writer.trash(record, files.map { TrashedFile($0, path: $0.file.name, info: [1]) })
        }
        try check()
        while SystemClock.shared.date <= bound {}
        try check()
        try writer.transaction { try writer.forgetTrashed(files[1].id) }
        try check()
        try writer.transaction {
            let restored = RestoredFile(
                id: record.id,
                directory: catalogue.root,
                name: record.file.name,
                identity: record.file.identity,
                changed: 1
            )
            try writer.restore(record.id, [restored])
        }
        try check()
    }

    /// Makes the counts what they were at a moment, as if nobody had written since.
    private func setBack(_ path: String, _ reader: CatalogueReader, to then: Int64) throws {
        var records: [AssetRecord] = []
        try reader.snapshot { try reader.forEachAsset(AssetQuery()) { records.append($0) } }
        try DatabaseQueue(path: path).write { database in
            for row in try Row.fetchAll(database, sql: "SELECT id FROM smartAlbum") {
                let id: Int64 = row["id"]
                let definition = try reader.snapshot { try reader.smartAlbumDefinition(id) }
                guard let predicate = definition?.predicate, predicate.dependsOnTime else {
                    continue
                }
                let count = records.count { predicate.matches($0, now: then) }
                try database.execute(
                    sql: "UPDATE smartAlbum SET count = ? WHERE id = ?",
                    arguments: [count, id]
                )
            }
            try database.execute(
                sql: "UPDATE status SET value = ? WHERE key = 'smartAlbumTime'",
                arguments: ["\(then)"]
            )
        }
    }
}
