import Catalogue
import PhotoModel
import Testing

@testable import Indexing

@Suite struct RootEstablishmentTests {
    private let library: UnwatchedLibrary
    private let establishment: RootEstablishment
    private let root: Int64

    init() throws {
        library = try UnwatchedLibrary()
        root = try library.addRoot("r")
        establishment = RootEstablishment(library.writer)
    }

    private var writer: CatalogueWriter { library.writer }

    private func isEstablished(_ establishment: RootEstablishment) throws -> Bool {
        try writer.query {
            try establishment.isEstablished(
                root,
                isFilled: writer.isFilled(library.directory(of: root))
            )
        }
    }

    private func isMarked(_ root: Int64) throws -> Bool {
        try writer.query { try writer.isMarked(root) }
    }

    @Test func `a root without a photo may be any directory; one with a photo is the known one`()
        throws
    {
        #expect(try !isEstablished(establishment))
        _ = try library.addPhoto("1.jpg", in: library.directory(of: root))
        #expect(try isEstablished(establishment))
        // The catalogue says so from now on, and no mark is needed.
        try establishment.photoSeen(in: root)
        #expect(try !isMarked(root))
    }

    @Test func `the first photo establishes a root before anything of it is committed`() throws {
        #expect(try !isEstablished(establishment))
        try establishment.photoSeen(in: root)
        #expect(!writer.isOpen)
        #expect(try isEstablished(establishment))
        // The next indexer knows it too.
        #expect(try isEstablished(RootEstablishment(writer)))
    }

    @Test func `only the first photo commits`() throws {
        #expect(try !isEstablished(establishment))
        try establishment.photoSeen(in: root)
        try writer.write { try establishment.photoSeen(in: root) }
        #expect(writer.isOpen)
    }

    @Test func `marks go when the catalogue is complete, but for roots that are offline`() throws {
        let other = try library.addRoot("s")
        establishment.refresh([root, other])
        try establishment.photoSeen(in: root)
        try establishment.photoSeen(in: other)
        try establishment.releaseMarks { $0 == other }
        #expect(try !isMarked(root))
        #expect(try isMarked(other))
        try establishment.releaseMarks { _ in false }
        #expect(try !isMarked(other))
        #expect(try !isEstablished(establishment))
    }

    struct Condition: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var state = LibraryState.online
        var hasPhoto = false
        let isOpen: Bool
    }

    @Test(arguments: [
        Condition(testDescription: "online and empty", isOpen: true),
        Condition(testDescription: "being walked and empty", state: .rescanning, isOpen: true),
        Condition(testDescription: "offline", state: .offline, isOpen: false),
        Condition(testDescription: "not empty", hasPhoto: true, isOpen: false),
    ])
    func `a commit decides anew whether the next photo establishes a root`(_ condition: Condition)
        throws
    {
        // The opposite of what it is found to be.
        if condition.isOpen {
            #expect(try isEstablishedWithPhoto())
        } else {
            #expect(try !isEstablished(establishment))
        }
        try writer.write { try writer.setState(root, condition.state, .timer) }
        if condition.hasPhoto {
            _ = try library.addPhoto("1.jpg", in: library.directory(of: root))
        }
        try writer.commit()
        establishment.refresh([root])
        try establishment.photoSeen(in: root)
        #expect(try isMarked(root) == condition.isOpen)
    }

    private func isEstablishedWithPhoto() throws -> Bool {
        try writer.query { try establishment.isEstablished(root, isFilled: true) }
    }

    @Test func `a marked root stays marked while it is empty in the catalogue`() throws {
        establishment.refresh([root])
        try establishment.photoSeen(in: root)
        establishment.refresh([root])
        try writer.write { try establishment.photoSeen(in: root) }
        #expect(writer.isOpen)
        #expect(try isEstablished(establishment))
    }
}
