import PhotoModel
import Testing

@testable import Catalogue

struct UserCollectionsTests {
    private static func add(
        _ title: String,
        isFolder: Bool = false,
        in parent: Int64? = nil,
        _ writer: CatalogueWriter
    ) throws -> Int64 {
        try writer.addUserCollection(title, isFolder: isFolder, parent: parent)
    }

    @Test
    func `a folder has what is put into it, in that order, and what is taken out is at the top`()
        throws
    {
        let catalogue = try TestCatalogue()
        let (writer, made) = (catalogue.writer, catalogue.writer.collections.made)
        try writer.transaction {
            let folder = try Self.add("F", isFolder: true, writer)
            let albums = try ["a", "b", "c"].map { try Self.add($0, in: folder, writer) }
            #expect(try made.children(of: folder) == albums)
            #expect(try made.set(childrenOf: folder, [albums[2], albums[0]]))
            #expect(try made.children(of: folder) == [albums[2], albums[0]])
            #expect(try made.children(of: nil) == [folder, albums[1]])
        }
        let reader = try CatalogueReader(path: catalogue.path)
        #expect(try reader.snapshot { try reader.contradictions() } == [])
    }

    @Test
    func `no folder comes to be in itself`() throws {
        let catalogue = try TestCatalogue()
        let (writer, made) = (catalogue.writer, catalogue.writer.collections.made)
        try writer.transaction {
            let outer = try Self.add("outer", isFolder: true, writer)
            let inner = try Self.add("inner", isFolder: true, in: outer, writer)
            let before = writer.sequence
            #expect(try !made.set(childrenOf: inner, [outer]))
            #expect(try !made.set(childrenOf: outer, [outer]))
            #expect(try made.children(of: outer) == [inner] && writer.sequence == before)
        }
    }

    @Test
    func `a folder is removed with all in it`() throws {
        let catalogue = try TestCatalogue()
        let (writer, made) = (catalogue.writer, catalogue.writer.collections.made)
        try writer.transaction {
            let outer = try Self.add("outer", isFolder: true, writer)
            let inner = try Self.add("inner", isFolder: true, in: outer, writer)
            _ = try Self.add("album", in: inner, writer)
            let other = try Self.add("other", writer)
            try made.remove(outer)
            #expect(try made.children(of: nil) == [other])
        }
        let reader = try CatalogueReader(path: catalogue.path)
        let collections = try reader.snapshot { try reader.albumQueries.userCollections() }
        #expect(collections.map(\.title) == [Array("other".utf8)])
    }
}
