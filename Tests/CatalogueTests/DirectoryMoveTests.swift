import Catalogue
import PhotoModel
import Testing

/// A directory with another below it, and photos in both, that is given another place.
struct DirectoryMoveTests {
    private let catalogue: TestCatalogue
    private let reader: CatalogueReader
    private let root: Int64
    private let year: Int64
    private let month: Int64
    private let otherRoot: RootRecord

    init() throws {
        catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let root = catalogue.root
        self.root = root
        (year, month, otherRoot) = try writer.transaction {
            let other = try writer.addRoot(Array("/other".utf8))
            var directories: [Int64] = []
            for (name, photo) in [("2024", "a.jpg"), ("May", "b.jpg")] {
                var record = DirectoryRecord()
                (record.root, record.parent) = (1, directories.last ?? root)
                record.name = Array(name.utf8)
                let id = try writer.insert(record).id
                directories.append(id)
                let inode = Int64(directories.count)
                try writer.insert(TestCatalogue.record(photo, in: id, inode: inode))
            }
            return (directories[0], directories[1], other)
        }
        reader = try CatalogueReader(path: catalogue.path)
    }

    private var writer: CatalogueWriter { catalogue.writer }

    /// Does something in a transaction; returns what a follower of the feed hears of it.
    private func changes(after body: () throws -> Void) throws -> [HistoryEntry] {
        let token = try writer.token()
        try writer.transaction(body)
        return try reader.snapshot {
            var window = try reader.window(since: token)
            var entries: [HistoryEntry] = []
            try reader.forEachChange(in: &window) { entry in
                entries.append(entry)
                return true
            }
            return entries
        }
    }

    private func moveToOtherRoot() throws {
        let name = Array("Old".utf8)
        try writer.move(year, to: otherRoot.directory, name: name, root: otherRoot.id)
    }

    private func text(_ path: [UInt8]?) -> String? {
        path.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `what lies below a directory that moves to another root is of that root`() throws {
        try writer.transaction(moveToOtherRoot)
        for id in [year, month] { #expect(writer.directories[id]?.root == otherRoot.id) }
        #expect(text(writer.absolutePath(month)) == "/other/Old/May")
        // Whoever opens the catalogue reads the same.
        let editor = try CatalogueWriter(path: catalogue.path, as: .editor)
        try editor.begin()
        #expect(text(editor.absolutePath(month)) == "/other/Old/May")
        try editor.rollback()
    }

    @Test(arguments: [false, true])
    func `that photos have another root is told where they have`(_ isToOtherRoot: Bool) throws {
        let entries = try changes {
            guard !isToOtherRoot else { return try moveToOtherRoot() }
            try writer.move(year, to: root, name: Array("Old".utf8), root: 1)
        }
        let photos = entries.filter { $0.kind == .asset }
        #expect(photos.compactMap { text($0.path) }.sorted() == ["2024/May/b.jpg", "2024/a.jpg"])
        for photo in photos {
            #expect(photo.change == .moved && photo.root == 1)
            #expect(photo.assetKeys.contains(.root) == isToOtherRoot)
        }
    }

    @Test func `what moves twice in a transaction is told once, from where it was before`() throws {
        let entries = try changes {
            for name in ["x", "y"] {
                try writer.move(year, to: root, name: Array(name.utf8), root: 1)
            }
        }
        for (kind, before) in [
            (HistoryKind.asset, ["2024/May/b.jpg", "2024/a.jpg"]),
            (.album, ["2024", "2024/May"]), (.folder, ["2024"]),
        ] {
            let told = entries.filter { $0.kind == kind }
            #expect(told.allSatisfy { $0.change == .moved })
            #expect(told.compactMap { text($0.path) }.sorted() == before)
        }
    }
}
