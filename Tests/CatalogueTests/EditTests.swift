import Catalogue
import Foundation
import PhotoModel
import TestSupport
import Testing

struct EditTests {
    private static func made(_ catalogue: TestCatalogue) throws -> Int64 {
        let writer = catalogue.writer
        try writer.endBulk()
        try writer.write {
            var record = TestCatalogue.record("a.jpg", in: catalogue.root, inode: 1)
            record.creationDate = CaptureDate(microseconds: 5, offsetMinutes: nil, source: .exif)
            (record.latitude, record.longitude) = (1, 2)
            record.modificationDate = 1
            try writer.insert(record)
        }
        let id = writer.sequence
        try writer.commit()
        return id
    }

    private static let date = CaptureDate(microseconds: 99, offsetMinutes: 60, source: .user)

    private static func edit(_ catalogue: TestCatalogue, _ id: Int64) throws {
        try catalogue.writer.write {
            let isThere = try catalogue.writer.edit(id) { edit in
                (edit.isFavorite, edit.date) = (true, Self.date)
                edit.place = .some(nil)
            }
            #expect(isThere)
        }
        try catalogue.writer.commit()
    }

    private static func asset(_ catalogue: TestCatalogue, _ id: Int64) throws -> AssetRecord {
        let reader = try CatalogueReader(path: catalogue.path)
        let contradictions = try reader.snapshot { try reader.contradictions() }
        #expect(contradictions == [])
        return try #require(try reader.snapshot { try reader.asset(id) })
    }

    @Test
    func `an edit stays through new content, a move, sidecars and an absence`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let id = try Self.made(catalogue)
        try Self.edit(catalogue, id)
        func expectEdited() throws {
            let asset = try Self.asset(catalogue, id)
            #expect(asset.isFavorite && asset.creationDate.isWritten(like: Self.date))
            #expect(asset.latitude == nil)
            #expect(asset.modificationDate > 1_000_000_000_000_000_000)
        }
        try expectEdited()
        try writer.write {
            let before = try #require(try writer.asset(id))
            var after = before
            after.creationDate.microseconds = 7
            (after.latitude, after.longitude) = (3, 4)
            after.file.name = Array("b.jpg".utf8)
            try writer.update(from: before, to: after, contentChanged: true)
        }
        try writer.commit()
        try expectEdited()
        try writer.write {
            var sidecar = TestCatalogue.record("b.xmp", in: catalogue.root, inode: 2)
            (sidecar.mediaType, sidecar.uti) = (.unknown, "com.adobe.xmp")
            sidecar.creationDate = CaptureDate(microseconds: 50, offsetMinutes: nil, source: .xmp)
            try writer.insert(sidecar)
        }
        try writer.commit()
        try expectEdited()
        try writer.write { try writer.remove(try #require(try writer.asset(id))) }
        try writer.commit()
        try writer.write {
            var back = TestCatalogue.record("c.jpg", in: catalogue.root, inode: 1)
            back.creationDate = CaptureDate(microseconds: 5, offsetMinutes: nil, source: .exif)
            let tombstone = try #require(
                try writer.tombstones(fingerprint: 1, size: 10).first { $0.id == id }
            )
            try writer.revive(tombstone, as: back)
        }
        try writer.commit()
        try expectEdited()
    }

    @Test
    func `what is taken back is as the file says it again`() throws {
        let catalogue = try TestCatalogue()
        let id = try Self.made(catalogue)
        try Self.edit(catalogue, id)
        try catalogue.writer.write {
            _ = try catalogue.writer.edit(id) { $0 = UserEdit() }
        }
        try catalogue.writer.commit()
        let asset = try Self.asset(catalogue, id)
        #expect(!asset.isFavorite && asset.creationDate.microseconds == 5 && asset.latitude == 1)
        #expect(!asset.isEdited)
        let isThere = try catalogue.writer.write {
            try catalogue.writer.edit(12_345) { _ in }
        }
        #expect(!isThere)
        try catalogue.writer.commit()
    }

    @Test
    func `editors and the indexer take turns, and tokens from before and between stay good`() throws
    {
        let catalogue = try TestCatalogue()
        let id = try Self.made(catalogue)
        let reader = try CatalogueReader(path: catalogue.path)
        func token() throws -> ChangeToken { try reader.snapshot { try reader.currentToken() } }
        var tokens = [try token()]
        for round in 0..<3 {
            let editor = try CatalogueWriter(path: catalogue.path, as: .editor)
            try editor.write { _ = try editor.edit(id) { $0.isFavorite = round % 2 == 0 } }
            try editor.commit()
            tokens.append(try token())
            try catalogue.writer.write {
                try catalogue.writer.insert(
                    TestCatalogue.record(
                        "\(round).jpg",
                        in: catalogue.root,
                        inode: Int64(10 + round)
                    )
                )
            }
            try catalogue.writer.commit()
            tokens.append(try token())
            #expect(try catalogue.writer.token() == tokens.last)
        }
        #expect(Set(tokens.map(\.description)).count == tokens.count)
        for (index, token) in tokens.enumerated() {
            var assets: Set<Int64> = []
            try reader.snapshot {
                var window = try reader.window(since: token)
                try reader.forEachChange(in: &window) { entry in
                    if entry.kind == .asset { assets.insert(entry.object) }
                    return true
                }
            }
            // The edited asset in all stretches that hold an edit, and each new one.
            let edits = index < tokens.count - 2 ? 1 : 0
            #expect(assets.count == edits + (tokens.count - index) / 2, "\(index)")
        }
        #expect(throws: CatalogueError.self) {
            try CatalogueWriter(path: catalogue.path + "-nowhere", as: .editor)
        }
        let broken = try CatalogueWriter(path: catalogue.path, as: .editor)
        try broken.write { _ = try broken.edit(id) { $0.isHidden = true } }
        try broken.rollback()
        try broken.write { _ = try broken.edit(id) { $0.isFavorite = false } }
        try broken.commit()
        let asset = try Self.asset(catalogue, id)
        #expect(!asset.isHidden && !asset.isFavorite)
    }
}
