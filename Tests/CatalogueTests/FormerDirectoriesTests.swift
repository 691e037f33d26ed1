import Testing

@testable import Catalogue

/// Directories that are gone, and for how long they are known.
struct FormerDirectoriesTests {
    private let catalogue: TestCatalogue
    private var writer: CatalogueWriter { catalogue.writer }

    init() throws { catalogue = try TestCatalogue() }

    private func make(_ name: String, in parent: Int64? = nil) throws -> Int64 {
        try writer.transaction {
            var record = DirectoryRecord()
            (record.parent, record.name) = (parent ?? catalogue.root, Array(name.utf8))
            record.root = writer.directories[catalogue.root]?.root ?? 0
            return try writer.insert(record).id
        }
    }

    /// Removes directories, with a commit after that history can be forgotten through.
    private func remove(_ directories: Int64...) throws {
        try writer.transaction { for id in directories { try writer.remove(directory: id) } }
        _ = try make("\(directories) are gone")
    }

    /// Forgets all history from before an age.
    private func prune(_ cutoff: Int64 = .max) throws {
        try writer.transaction { try writer.prune(before: cutoff) }
    }

    /// Which of the directories are known, in memory and in the file.
    private func known(_ directories: Int64...) throws -> [Int64] {
        let opened = try CatalogueWriter(path: catalogue.path, as: .editor)
        let found = directories.filter { opened.directories[$0] != nil }
        #expect(directories.filter { writer.directories[$0] != nil } == found)
        return found
    }

    @Test
    func `a removed directory is known until the history of its removal is forgotten`() throws {
        let (gone, other) = (try make("gone"), try make("other"))
        try remove(gone)
        try prune(0)
        #expect(try known(gone, other) == [gone, other])
        try prune()
        #expect(try known(gone, other) == [other])
    }

    @Test
    func `directories that were removed with what lay in them are all forgotten`() throws {
        let above = try make("above")
        let middle = try make("middle", in: above)
        let (first, second) = (try make("1", in: middle), try make("2", in: middle))
        try remove(above, middle, first, second)
        try prune()
        #expect(try known(above, middle, first, second) == [])
        #expect(try writer.directories(in: catalogue.root).allSatisfy { !$0.isRemoved })
    }

    @Test
    func `a removed directory is known for as long as one below it`() throws {
        let above = try make("above")
        let below = try make("below", in: above)
        try remove(above)
        try prune()
        #expect(try known(above, below) == [above, below])
        try remove(below)
        try prune()
        #expect(try known(above, below) == [])
    }

    @Test
    func `a removed directory is known for as long as a removed photo that lay there is`() throws {
        let directory = try make("gone")
        let asset = try writer.transaction {
            try writer.insert(TestCatalogue.record("a.jpg", in: directory, inode: 5))
            return writer.sequence
        }
        try writer.transaction { try writer.remove(try #require(try writer.asset(asset))) }
        try remove(directory)
        // Of the history nothing is left, and of the photo that it was.
        try writer.transaction {
            try writer.log.prune(before: .max)
            try writer.directoryStore.prune()
        }
        #expect(try known(directory) == [directory])
        try prune()
        #expect(try known(directory) == [])
    }

    @Test
    func `a directory that is there again is not forgotten`() throws {
        let directory = try make("here")
        try remove(directory)
        try writer.transaction {
            var record = try #require(writer.directories[directory])
            record.isRemoved = false
            try writer.update(record)
        }
        _ = try make("later")
        try prune()
        #expect(try known(directory) == [directory])
    }

    @Test
    func `another writer knows a forgotten directory no more`() throws {
        let other = try CatalogueWriter(path: catalogue.path, as: .editor)
        let directory = try make("gone")
        try remove(directory)
        try other.transaction {}
        #expect(other.directories[directory]?.isRemoved == true)
        try prune()
        try other.transaction {}
        #expect(other.directories[directory] == nil)
        #expect(other.directory(Array("gone".utf8), in: catalogue.root) == nil)
    }

    @Test
    func `nothing is written when no directory is forgotten`() throws {
        let directory = try make("there")
        try prune()
        let before = writer.sequence
        try prune()
        #expect(writer.sequence == before)
        #expect(try known(directory) == [directory])
    }
}
