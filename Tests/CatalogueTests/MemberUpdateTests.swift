import Catalogue
import PhotoModel
import Testing

/// What albums keep of the assets that were added to them, while those change.
struct MemberUpdateTests {
    private let catalogue: TestCatalogue
    private let reader: CatalogueReader
    /// Two assets, of which the first is a member of both albums.
    private let assets: [Int64]
    /// The album of a directory, and one that a user made.
    private let albums: [Int64]

    init() throws {
        catalogue = try TestCatalogue()
        let (writer, root) = (catalogue.writer, catalogue.root)
        (assets, albums) = try writer.transaction {
            var directory = DirectoryRecord()
            (directory.root, directory.parent, directory.name) = (1, root, Array("Trip".utf8))
            let album = try writer.insert(directory).id
            try writer.insert(TestCatalogue.record("own.jpg", in: album, inode: 3))
            let assets = try (1...2).map { (inode: Int64) in
                try writer.insert(TestCatalogue.record("\(inode).jpg", in: root, inode: inode))
                return writer.sequence
            }
            let albums = [album, try writer.addUserCollection("Best", isFolder: false)]
            for album in albums { try writer.setMembers(of: album, [assets[0]]) }
            return (assets, albums)
        }
        reader = try CatalogueReader(path: catalogue.path)
    }

    private var writer: CatalogueWriter { catalogue.writer }

    /// The albums that a follower of the feed hears of.
    private func albumsTold(since token: ChangeToken) throws -> [Int64] {
        try reader.snapshot {
            var window = try reader.window(since: token)
            var told: [Int64] = []
            try reader.forEachChange(in: &window) { entry in
                if [.userAlbum, .album].contains(entry.kind) { told.append(entry.object) }
                return true
            }
            return told.filter(albums.contains)
        }
    }

    @Test func `an album has the date of a member that was taken at another time than thought`()
        throws
    {
        let taken: Int64 = 1_700_000_000_000_000
        try writer.transaction {
            let before = try #require(try writer.asset(assets[0]))
            var after = before
            after.creationDate.microseconds = taken
            try writer.update(from: before, to: after, contentChanged: false)
        }
        try reader.snapshot {
            #expect(try reader.contradictions() == [])
            let album = try #require(try reader.collection(albums[0], .album))
            #expect(album.endDate?.microseconds == taken)
        }
    }

    @Test func `an album is told of once when a member goes, and not again with what follows`()
        throws
    {
        let token = try writer.token()
        try writer.transaction { try writer.remove(#require(try writer.asset(assets[0]))) }
        #expect(try albumsTold(since: token).sorted() == albums)
        let later = try writer.token()
        try writer.transaction { try writer.remove(#require(try writer.asset(assets[1]))) }
        #expect(try albumsTold(since: later) == [])
    }

    @Test func `an album is not told of when the transaction in which a member goes is undone`()
        throws
    {
        let token = try writer.token()
        try writer.begin()
        try writer.query { try writer.remove(#require(try writer.asset(assets[0]))) }
        try writer.rollback()
        try writer.transaction { try writer.remove(#require(try writer.asset(assets[1]))) }
        #expect(try albumsTold(since: token) == [])
        #expect(try writer.query { try writer.asset(assets[0]) } != nil)
    }
}
