import PhotoModel
import PredicateFormat
import Testing

@testable import Catalogue

/// What people wrote of assets, in a table of its own.
struct DescriptionTableTests {
    private static let beach = ExtendedMetadata(keywords: ["beach", "sea"], rating: 4)

    /// Inserts an asset and gives its number.
    private static func insert(
        _ number: Int64,
        _ texts: ExtendedMetadata?,
        into catalogue: TestCatalogue
    ) throws -> Int64 {
        var record = TestCatalogue.record("\(number).jpg", in: catalogue.root, inode: number)
        record.extendedMetadata = texts
        try catalogue.writer.insert(record)
        return catalogue.writer.sequence
    }

    private static func rows(_ catalogue: TestCatalogue) throws -> Int64 {
        let reader = try CatalogueReader(path: catalogue.path)
        return try reader.snapshot {
            #expect(try reader.contradictions() == [])
            return try reader.session.statement("SELECT count(*) FROM description")
                .first { $0.integer(0) } ?? 0
        }
    }

    @Test
    func `an asset of which nothing is written has no row`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let id = try writer.transaction {
            for number in 1...50 { _ = try Self.insert(Int64(number), nil, into: catalogue) }
            return try Self.insert(51, Self.beach, into: catalogue)
        }
        #expect(try Self.rows(catalogue) == 1)
        try writer.transaction {
            let before = try #require(try writer.asset(id))
            #expect(before.extendedMetadata == Self.beach)
            var after = before
            after.extendedMetadata = nil
            try writer.update(from: before, to: after, contentChanged: true)
        }
        #expect(try Self.rows(catalogue) == 0)
    }

    @Test
    func `smart albums, edits and removals follow what is written`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let album = try SmartAlbumDefinition(
            .smartAlbumGeneric,
            "Beaches",
            "ANY keywords ==[c] 'BEACH' AND rating >= 4"
        )
        func count() throws -> Int64? {
            let reader = try CatalogueReader(path: catalogue.path)
            #expect(try reader.snapshot { try reader.contradictions() } == [])
            return try reader.snapshot {
                try reader.smartAlbumQueries.all().first { $0.title == Array("Beaches".utf8) }?
                    .count
            }
        }
        let id = try writer.transaction {
            try writer.setUserSmartAlbums([album])
            return try Self.insert(1, Self.beach, into: catalogue)
        }
        #expect(try count() == 1)
        try writer.transaction { _ = try writer.edit(id) { $0.rating = 2 } }
        #expect(try count() == 0)
        let edited = try #require(try writer.asset(id))
        #expect(edited.extendedMetadata == ExtendedMetadata(keywords: ["beach", "sea"], rating: 2))
        #expect(edited.alone.extendedMetadata == Self.beach)
        try writer.transaction { _ = try writer.edit(id) { $0.rating = nil } }
        #expect(try count() == 1)
        try writer.transaction { try writer.remove(try #require(try writer.asset(id))) }
        #expect(try count() == 0)
        #expect(try Self.rows(catalogue) == 0)
    }
}
