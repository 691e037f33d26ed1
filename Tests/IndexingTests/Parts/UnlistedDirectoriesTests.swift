import Catalogue
import Testing

@testable import Indexing

@Suite struct UnlistedDirectoriesTests {
    private let library: UnwatchedLibrary
    private let unlisted: UnlistedDirectories

    init() throws {
        library = try UnwatchedLibrary()
        unlisted = UnlistedDirectories(library.writer, library.tree)
    }

    private func saved() throws -> String? {
        try library.writer.query { try library.writer.status("unlisted") }
    }

    @Test func `the directories that could not be listed are saved, with the error of each`()
        throws
    {
        let root = library.directory(of: try library.addRoot("r"))
        let first = try library.addDirectory("a", in: root)
        let second = try library.addDirectory("b", in: root)
        unlisted.failed(second, 5)
        unlisted.failed(first, 13)
        unlisted.failed(second, 24)
        try unlisted.save()
        #expect(try saved() == "\(first) 13\n\(second) 24")
        #expect(unlisted.listed(first))
        try unlisted.save()
        #expect(try saved() == "\(second) 24")
    }

    @Test func `a directory that is no longer followed is not reported`() throws {
        let root = library.directory(of: try library.addRoot("r"))
        let directory = try library.addDirectory("a", in: root)
        unlisted.failed(directory, 13)
        #expect(try unlisted.save())
        #expect(!unlisted.hasChanged)
        library.unfollow(directory)
        // The root is told of it at the next quiet moment.
        #expect(unlisted.hasChanged)
        #expect(try unlisted.save())
        #expect(!unlisted.hasChanged)
        #expect(try saved()?.isEmpty == true)
        // Nor when it is followed again: a walk lists it anew.
        try library.follow(directory)
        #expect(!unlisted.listed(directory))
    }

    @Test func `what an earlier run saved is replaced, and afterwards only changes are saved`()
        throws
    {
        #expect(unlisted.hasChanged)
        // What an earlier run found of its roots, a walk finds anew.
        #expect(try !unlisted.save())
        #expect(!unlisted.hasChanged)
        #expect(!unlisted.listed(1))
        #expect(!unlisted.hasChanged)
        unlisted.failed(1, 13)
        #expect(unlisted.hasChanged)
        library.tree.attach(followedDirectory(1, in: library.tree), as: 1)
        #expect(try unlisted.save())
        #expect(!unlisted.hasChanged)
        #expect(unlisted.listed(1))
        #expect(unlisted.hasChanged)
        #expect(!unlisted.listed(1))
    }
}
