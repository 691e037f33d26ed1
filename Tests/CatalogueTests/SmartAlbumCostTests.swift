import Foundation
import GRDB
import GRDBSQLite
import PhotoModel
import PredicateFormat
import Testing

@testable import Catalogue

/// That a photo in many smart albums costs little more than one in few, and so does their history.
struct SmartAlbumCostTests {
    /// A library with a history and smart albums that all photos are in.
    private static func library(albums: Int, photos: Int) throws -> TestCatalogue {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        try writer.transaction {
            try writer.setUserSmartAlbums(
                (0..<albums).map {
                    try SmartAlbumDefinition(.smartAlbumGeneric, "Album \($0)", "pixelWidth >= 0")
                }
            )
        }
        for number in 0..<photos { try add(number, to: catalogue) }
        return catalogue
    }

    private static func add(_ number: Int, to catalogue: TestCatalogue) throws {
        try catalogue.writer.transaction {
            let name = "IMG_\(number).jpg"
            let inode = Int64(number + 1)
            try catalogue.writer.insert(
                TestCatalogue.record(name, in: catalogue.root, inode: inode)
            )
        }
    }

    /// Pages that one more photo has written.
    private static func pagesOfOneMore(_ catalogue: TestCatalogue, _ number: Int) throws -> Int {
        try catalogue.writer.shrink()
        try add(number, to: catalogue)
        let log = try FileManager.default.attributesOfItem(atPath: catalogue.path + "-wal")
        return (try #require(log[.size] as? Int) - 32) / (4_096 + 24)
    }

    @Test
    func `a photo in a hundred smart albums writes a few pages more than one in ten`() throws {
        let pages = try [10, 100].map { albums in
            let catalogue = try Self.library(albums: albums, photos: 300)
            return try Self.pagesOfOneMore(catalogue, 300)
        }
        #expect(pages[0] > 5)
        // Albums and the rows of a change take more than a page then.
        #expect(pages[1] <= pages[0] + 6, "\(pages)")
    }

    @Test
    func `the last change of an object is found among many as among few`() throws {
        let steps = try [20, 400].map { photos in
            let catalogue = try Self.library(albums: 20, photos: photos)
            let reader = try CatalogueReader(path: catalogue.path)
            return try reader.snapshot {
                let collections = try reader.collections()
                #expect(collections.contains { $0.source == .album })
                return try StepCounter.of(reader) {
                    for collection in collections {
                        let date = try reader.modificationDate(of: collection)
                        #expect(date != nil || collection.count == 0 || collection.kind == .folder)
                    }
                    let history = try ObjectHistory(reader.session, through: .max)
                    #expect(try history.last(1 << 40, .asset) == nil)
                    #expect(try history.last(1 << 40, .smartAlbum) == nil)
                }
            }
        }
        #expect(steps[1] <= steps[0] + steps[0] / 4 + 20, "\(steps)")
    }

    @Test
    func `the history of an album that is gone ends with its removal`() throws {
        let catalogue = try Self.library(albums: 3, photos: 5)
        let reader = try CatalogueReader(path: catalogue.path)
        let gone = try #require(try reader.snapshot { try reader.smartAlbumQueries.all() }.last)
        let before = try reader.snapshot { try reader.bounds().sequence }
        let rest = try (0..<2).map {
            try SmartAlbumDefinition(.smartAlbumGeneric, "Album \($0)", "pixelWidth >= 0")
        }
        try catalogue.writer.transaction { try catalogue.writer.setUserSmartAlbums(rest) }
        try Self.add(5, to: catalogue)
        try reader.snapshot {
            let (now, then) = (
                try ObjectHistory(reader.session, through: .max),
                try ObjectHistory(reader.session, through: before)
            )
            let last = try #require(try now.last(gone.id, .smartAlbum))
            #expect(try now.entry(at: last)?.change == .removed)
            #expect(try now.rows(gone.id, .smartAlbum, after: 0).count == 7)
            #expect(try then.last(gone.id, .smartAlbum) ?? .max <= before)
            #expect(try then.rows(gone.id, .smartAlbum, after: 0).count == 6)
            #expect(try reader.contradictions() == [])
        }
    }

    @Test
    func `what is bound to a statement does not have it prepared anew`() throws {
        let catalogue = try Self.library(albums: 5, photos: 5)
        let reader = try CatalogueReader(path: catalogue.path)
        var told = 0
        for number in 5..<10 {
            try Self.add(number, to: catalogue)
            var cursor = try reader.snapshot { try ChangeCursor(reader, since: nil) }
            try reader.snapshot {
                try cursor.resume(reader)
                try cursor.forEach(reader) { _, _ in
                    told += 1
                    return true
                }
            }
        }
        #expect(told > 50)
        try reader.snapshot {
            var statement = sqlite3_next_stmt(reader.database.sqliteConnection, nil)
            while let this = statement {
                let again = sqlite3_stmt_status(this, SQLITE_STMTSTATUS_REPREPARE, 0)
                #expect(again == 0, "\(String(cString: sqlite3_sql(this)))")
                statement = sqlite3_next_stmt(reader.database.sqliteConnection, this)
            }
        }
    }
}
