import Catalogue
import Foundation
import PhotoModel
import Testing

struct BackupTests {
    private let catalogue: ClosedCatalogue

    init() throws {
        catalogue = try ClosedCatalogue()
        try catalogue.add(30)
    }

    @Test
    func `a backup is of one commit, and who writes meanwhile does not wait`() throws {
        let writer = try CatalogueWriter(path: catalogue.path)
        let root = try #require(writer.roots.values.first?.directory)
        let token = try writer.token().description
        let backup = try CatalogueBackup(
            of: CatalogueReader(path: catalogue.path),
            to: catalogue.file("backup")
        )
        var inode: Int64 = 1_000
        let summary = try backup.write { _ in
            inode += 1
            do {
                try writer.write {
                    try writer.insert(
                        TestCatalogue.record("late \(inode).jpg", in: root, inode: inode)
                    )
                }
                try writer.commit()
            } catch {
                Issue.record("a writer was held up: \(error)")
            }
        }
        #expect(inode > 1_001)
        #expect(summary.assets == 30)
        #expect(try ChangeToken(summary.token).sequence == ChangeToken(token).sequence)
        #expect(try catalogue.assets(catalogue.file("backup")) == 30)
        #expect(try catalogue.assets() == 30 + inode - 1_000)
    }

    @Test
    func `a backup is one file with the permissions of the catalogue, and says what it holds`()
        throws
    {
        try catalogue.write { writer in
            let reader = try CatalogueReader(path: catalogue.path)
            var first: Int64 = 0
            try reader.snapshot { try reader.forEachAsset(AssetQuery()) { first = $0.id } }
            _ = try writer.edit(first) { $0.isFavorite = true }
            _ = try writer.addUserCollection("Best", isFolder: false)
        }
        chmod(catalogue.path, 0o640)
        let summary = try catalogue.backUp()
        #expect((summary.assets, summary.edited, summary.favorites) == (30, 1, 1))
        #expect(summary.albums == 2)
        #expect(try catalogue.names.filter { !$0.hasPrefix("c.sqlite") } == ["backup"])
        var found = stat()
        #expect(stat(catalogue.file("backup"), &found) == 0)
        #expect(found.st_mode & 0o777 == 0o640)
        #expect(Int64(found.st_size) == summary.size)
    }

    @Test
    func `an earlier backup is replaced, also where a killed one left a part`() throws {
        try catalogue.backUp()
        try catalogue.add(5)
        try Data("half of something".utf8).write(
            to: URL(fileURLWithPath: catalogue.file(".backup.heliograph-part"))
        )
        #expect(try catalogue.backUp().assets == 35)
        #expect(try catalogue.assets(catalogue.file("backup")) == 35)
        #expect(try catalogue.names.filter { !$0.hasPrefix("c.sqlite") } == ["backup"])
    }

    @Test(arguments: [
        "c.sqlite", "c.sqlite-wal", "c.sqlite-lock", "letter", "link", "other", "empty",
    ])
    func `nothing but an earlier backup is replaced`(name: String) throws {
        try Data("Dear Ann".utf8).write(to: URL(fileURLWithPath: catalogue.file("letter")))
        try Data().write(to: URL(fileURLWithPath: catalogue.file("empty")))
        symlink(catalogue.path, catalogue.file("link"))
        let other = try ClosedCatalogue()
        try FileManager.default.copyItem(atPath: other.path, toPath: catalogue.file("other"))
        let before = try Data(contentsOf: URL(fileURLWithPath: catalogue.file(name)))
        let error = #expect(throws: CatalogueError.self) { try catalogue.backUp(name) }
        #expect(error?.code == .cannotCreate)
        #expect(try Data(contentsOf: URL(fileURLWithPath: catalogue.file(name))) == before)
        #expect(try catalogue.assets() == 30)
    }

    @Test
    func `the backup of another library is not replaced`() throws {
        try catalogue.backUp()
        let other = try ClosedCatalogue()
        let reader = try CatalogueReader(path: other.path)
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueBackup(of: reader, to: catalogue.file("backup"))
        }
        #expect(error?.message.contains("another library") == true)
        #expect(try catalogue.assets(catalogue.file("backup")) == 30)
    }

    @Test
    func `a damaged catalogue costs no good backup`() throws {
        try catalogue.add(500)
        try catalogue.backUp()
        let good = try Data(contentsOf: URL(fileURLWithPath: catalogue.file("backup")))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: catalogue.path))
        for page in stride(from: 20, to: 60, by: 3) {
            try file.seek(toOffset: UInt64(page) * 4_096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        }
        try file.close()
        let error = #expect(throws: CatalogueError.self) { try catalogue.backUp() }
        #expect(error?.code == .damaged)
        #expect(try Data(contentsOf: URL(fileURLWithPath: catalogue.file("backup"))) == good)
        #expect(try !catalogue.names.contains(".backup.heliograph-part"))
    }
}
