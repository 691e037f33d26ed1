import PhotoModel
import PredicateFormat
import Testing

@testable import Catalogue

struct SmartAlbumCountsTests {
    private static let title = "Numbers"

    private static func count(_ catalogue: TestCatalogue) throws -> Int64? {
        let reader = try CatalogueReader(path: catalogue.path)
        return try reader.snapshot {
            try reader.smartAlbumQueries.all().first { $0.title == Array(title.utf8) }?.count
        }
    }

    private static func made() throws -> TestCatalogue {
        let catalogue = try TestCatalogue()
        let album = try SmartAlbumDefinition(.smartAlbumGeneric, title, "filename CONTAINS '7'")
        try catalogue.writer.transaction { try catalogue.writer.setUserSmartAlbums([album]) }
        return catalogue
    }

    private static func record(_ name: String) -> AssetRecord {
        TestCatalogue.record(name, in: 1, inode: 1)
    }

    @Test
    func `counts follow assets that come, change and go`() throws {
        let catalogue = try Self.made()
        let (writer, albums) = (catalogue.writer, catalogue.writer.collections.smartAlbums)
        func count(after change: () -> Void) throws -> Int64? {
            try writer.transaction {
                change()
                try albums.applyPendingUpdates()
            }
            return try Self.count(catalogue)
        }
        #expect(try count { albums.assetAdded(Self.record("17.jpg")) } == 1)
        #expect(try count { albums.assetAdded(Self.record("1.jpg")) } == 1)
        let (other, member) = (Self.record("1.jpg"), Self.record("7.jpg"))
        #expect(try count { albums.assetChanged(from: other, to: member) } == 2)
        #expect(try count { albums.assetChanged(from: member, to: member) } == 2)
        #expect(try count { albums.assetChanged(from: member, to: nil) } == 1)
    }

    @Test
    func `what a transaction that is given up enqueued counts for nothing`() throws {
        let catalogue = try Self.made()
        let albums = catalogue.writer.collections.smartAlbums
        albums.assetAdded(Self.record("7.jpg"))
        #expect(albums.hasPendingUpdates)
        albums.discardPendingUpdates()
        #expect(!albums.hasPendingUpdates)
        try catalogue.writer.transaction { try albums.applyPendingUpdates() }
        #expect(try Self.count(catalogue) == 0)
    }

    @Test
    func `an album goes on as the one that had its title, and others go`() throws {
        let catalogue = try Self.made()
        let writer = catalogue.writer
        func identifiers() throws -> [ObjectUUID] {
            let reader = try CatalogueReader(path: catalogue.path)
            return try reader.snapshot { try reader.smartAlbumQueries.all() }
                .filter { $0.subtype == .smartAlbumGeneric }.map(\.uuid)
        }
        let before = try identifiers()
        #expect(before.count == 1)
        let other = try SmartAlbumDefinition(.smartAlbumGeneric, Self.title, "pixelWidth == 0")
        try writer.transaction { try writer.setUserSmartAlbums([other]) }
        #expect(try identifiers() == before)
        try writer.transaction { try writer.setUserSmartAlbums([]) }
        #expect(try identifiers().isEmpty)
    }
}
