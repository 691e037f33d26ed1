import PhotoModel
import Testing

@testable import Catalogue

/// What others hear of albums that users make and change.
struct AlbumHistoryTests {
    /// A catalogue with an album of three assets, and a reader of it.
    private struct Library {
        let catalogue: TestCatalogue
        let reader: CatalogueReader
        let album: Int64
        let assets: [Int64]

        init() throws {
            catalogue = try TestCatalogue()
            let (writer, root) = (catalogue.writer, catalogue.root)
            (album, assets) = try writer.transaction {
                let assets = try (1...3).map { (inode: Int64) in
                    try writer.insert(
                        TestCatalogue.record("\(inode).jpg", in: root, inode: inode)
                    )
                    return writer.sequence
                }
                let album = try writer.addUserCollection("Best", isFolder: false)
                try writer.setMembers(of: album, assets)
                return (album, assets)
            }
            reader = try CatalogueReader(path: catalogue.path)
        }

        func change(_ body: (CatalogueWriter) throws -> Void) throws {
            try catalogue.writer.transaction { try body(catalogue.writer) }
        }

        /// The kinds of changes of user-made albums since a token, as a follower of the feed hears of them.
        func changes(since token: ChangeToken) throws -> [ChangeKind] {
            try reader.snapshot {
                var window = try reader.window(since: token)
                var kinds: [ChangeKind] = []
                try reader.forEachChange(in: &window) { entry in
                    if entry.kind == .userAlbum { kinds.append(entry.change) }
                    return true
                }
                return kinds
            }
        }
    }

    private typealias Edit = @Sendable (Library, CatalogueWriter) throws -> Void

    private static let edits: [(name: String, edit: Edit)] = [
        ("another title", { try $1.renameUserCollection($0.album, "Better") }),
        ("one member less", { try $1.setMembers(of: $0.album, Array($0.assets.dropLast())) }),
        ("another order", { try $1.setMembers(of: $0.album, $0.assets.reversed()) }),
        (
            "a member moved",
            { library, writer in
                try writer.editMembers(of: library.album) { rows in
                    try rows.move(at: [2..<3], to: 0)
                    return true
                }
            }
        ),
        (
            "in a folder",
            { library, writer in
                let folder = try writer.addUserCollection("Years", isFolder: true)
                #expect(try writer.setChildren(of: folder, [library.album]))
            }
        ),
    ]

    @Test(arguments: edits.indices)
    func `what a user does to an album is news, and a change of it`(_ index: Int) throws {
        let library = try Library()
        let (name, edit) = Self.edits[index]
        let token = try library.catalogue.writer.token()
        try library.change { try edit(library, $0) }
        let hasNews = try library.reader.snapshot {
            try library.reader.hasNews(since: token.sequence)
        }
        #expect(hasNews, "\(name)")
        #expect(try library.changes(since: token) == [.changed], "\(name)")
    }

    @Test
    func `that an album goes is news, and that all is in sync is none`() throws {
        let library = try Library()
        func hasNews(after body: (CatalogueWriter) throws -> Void) throws -> Bool {
            let base = library.catalogue.writer.sequence
            try library.change(body)
            return try library.reader.snapshot { try library.reader.hasNews(since: base) }
        }
        #expect(try !hasNews { try $0.recordSynced(milliseconds: 1) })
        #expect(try !hasNews { try $0.setState(1, .online, .start) })
        #expect(try hasNews { try $0.removeUserCollection(library.album) })
    }

    @Test
    func `another order of an album moves its members in a list of it`() throws {
        let library = try Library()
        var query = AssetQuery()
        query.scope = .userAlbum(library.album)
        var list = try library.reader.snapshot { try library.reader.track(query) }
        try library.change { try $0.setMembers(of: library.album, library.assets.reversed()) }
        let change = try library.reader.snapshot {
            try library.reader.change(of: &list, query)
        }
        #expect(change?.after.assets.map(\.id) == library.assets.reversed())
        #expect(change?.change?.moves.isEmpty == false)
        #expect(change?.change?.removed == [] && change?.change?.inserted == [])
    }

    @Test
    func `nobody hears of an album that is made and deleted in one block`() throws {
        let library = try Library()
        let token = try library.catalogue.writer.token()
        try library.change { writer in
            let album = try writer.addUserCollection("Short", isFolder: false)
            try writer.setMembers(of: album, library.assets)
            try writer.removeUserCollection(album)
        }
        #expect(try library.changes(since: token) == [])
        // Nor when it was there for a while that the follower was not.
        var album: Int64 = 0
        try library.change { album = try $0.addUserCollection("Longer", isFolder: false) }
        try library.change { try $0.removeUserCollection(album) }
        #expect(try library.changes(since: token) == [])
        // Who knew it hears that it is gone.
        try library.change { try $0.removeUserCollection(library.album) }
        #expect(try library.changes(since: token) == [.removed])
    }

    @Test
    func `persistent history says nothing of an album that is made and deleted in one block`()
        throws
    {
        let library = try Library()
        let token = try library.catalogue.writer.token()
        try library.change { writer in
            let album = try writer.addUserCollection("Short", isFolder: false)
            try writer.removeUserCollection(album)
        }
        let objects = try library.reader.snapshot {
            let ranges = try library.reader.transactions(since: token)
            return try ranges.map { try library.reader.collections([.userAlbum], in: $0) }
        }
        // What came and went was never there for others.
        #expect(objects.map(\.deleted) == [[]] && objects.map(\.inserted) == [[]])
    }

    @Test
    func `persistent history has what is gone by now as inserted where it was made`() throws {
        let library = try Library()
        let token = try library.catalogue.writer.token()
        var (album, folder): (Int64, Int64) = (0, 0)
        try library.change { album = try $0.addUserCollection("Album", isFolder: false) }
        try library.change { folder = try $0.addUserCollection("Folder", isFolder: true) }
        try library.change { try $0.removeUserCollection(album) }
        try library.change { try $0.removeUserCollection(folder) }
        let objects = try library.reader.snapshot {
            try library.reader.transactions(since: token).map {
                try library.reader.collections([.userAlbum, .userFolder], in: $0)
            }
        }
        #expect(objects.map(\.inserted.count) == [1, 1, 0, 0])
        #expect(objects.map(\.deleted.count) == [0, 0, 1, 1])
        #expect(objects[0].inserted == objects[2].deleted)
        #expect(objects[1].inserted == objects[3].deleted)
    }

    @Test
    func `a transaction names once what it inserted, updated and deleted`() {
        var objects = TransactionObjects()
        for (id, change): (String, ChangeKind) in [
            ("new", .inserted), ("new", .changed), ("both", .inserted), ("both", .removed),
            ("old", .changed), ("gone", .moved), ("gone", .removed), ("back", .removed),
            ("back", .inserted),
        ] { objects.note(id, change) }
        #expect(objects.inserted == ["new", "back"] && objects.updated == ["old"])
        #expect(objects.deleted == ["gone"])
    }
}
