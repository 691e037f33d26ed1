import Catalogue
import FolderWatch
import Foundation
import Testing

@testable import Indexing

/// A missing file of `r/a/1.jpg`, or what stands in its way.
@Suite struct RemovalGuardTests {
    /// The verdict by its name, and of an offline root why.
    enum Expected: Equatable, Sendable {
        case gone, there, elsewhere, unreadable
        case offline(String)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var ignored: [String] = []
        var accepted = AcceptedRoots.none
        var isWalking = false
        let expected: Expected
        let happens: @Sendable (UnwatchedLibrary, Int64) throws -> Void
    }

    private static let replaced = offline(.away)
    private static let overlaid = offline(.overlaid(Array("r/a".utf8)))
    private static let unmounted = offline(.unmounted(Array("r/a".utf8)))

    private static func offline(_ detail: OfflineDetail) -> Expected {
        .offline(detail.words(for: Array("r".utf8), service))
    }

    private static let service = IndexerService(catalogue: "c", isOfUser: false)

    static let files = [
        Case(testDescription: "nothing", expected: .there) { _, _ in },
        Case(testDescription: "the file is removed", expected: .gone) { library, _ in
            try library.remove("r/a/1.jpg")
        },
        Case(testDescription: "a directory has its name", expected: .gone) { library, _ in
            try library.remove("r/a/1.jpg")
            try library.makeDirectory("r/a/1.jpg")
        },
        Case(testDescription: "the name is ignored now", ignored: ["1.*"], expected: .gone) {
            _,
            _ in
        },
        Case(testDescription: "its directory has a .nomedia file", expected: .gone) { library, _ in
            try library.save("r/a/.nomedia")
        },
        Case(testDescription: "its directory is not followed", expected: .gone) { library, id in
            library.unfollow(id)
        },
        Case(testDescription: "its directory has moved away", expected: .gone) { library, _ in
            try library.rename("r/a", "r/b")
        },
        Case(testDescription: "another directory took its place", expected: .elsewhere) {
            library,
            _ in
            try library.rename("r/a", "r/b")
            try library.makeDirectory("r/a")
        },
    ]

    static let roots = [
        Case(testDescription: "the root is away", expected: replaced) { library, _ in
            try library.rename("r", "away")
        },
        Case(testDescription: "another root took its place", expected: replaced) { library, _ in
            try library.rename("r", "away")
            try library.makeDirectory("r/a")
        },
        Case(
            testDescription: "a file system is mounted over the root",
            accepted: .all,
            expected: replaced
        ) { library, _ in library.mount("r") },
        Case(testDescription: "a file system is mounted over it", expected: overlaid) {
            library,
            _ in
            library.mount("r/a")
        },
        Case(
            testDescription: "a file system is mounted over it, as it should be",
            accepted: .all,
            expected: .there
        ) { library, _ in library.mount("r/a") },
        Case(testDescription: "its file system has gone with its directory", expected: unmounted) {
            library,
            id in
            try library.setVolume(99, of: id)
            try library.remove("r/a")
        },
        Case(
            testDescription: "its file system has gone with its directory, as it should be",
            accepted: .all,
            expected: .gone
        ) { library, id in
            try library.setVolume(99, of: id)
            try library.remove("r/a")
        },
        Case(
            testDescription: "its file system is not mounted over its directory",
            expected: overlaid
        ) {
            library,
            id in
            try library.setVolume(99, of: id)
        },
    ]

    static let errors = [
        Case(testDescription: "the disk cannot read the file", expected: .unreadable) {
            library,
            _ in
            library.files.errors[library.url("r/a/1.jpg").path] = EIO
        },
        Case(testDescription: "the disk cannot read its directory", expected: .unreadable) {
            library,
            _ in
            library.files.errors[library.url("r/a").path] = EIO
        },
        Case(testDescription: "no more files may be opened", expected: .unreadable) { library, id in
            library.files.errors[library.url("r/a").path] = EMFILE
            library.unfollow(id)
        },
        Case(testDescription: "the disk cannot read the root", expected: replaced) { library, _ in
            library.files.errors[library.url("r").path] = EIO
        },
    ]

    static let walks = [
        Case(
            testDescription: "the walk has yet to find its directory",
            isWalking: true,
            expected: .unreadable
        ) { library, id in
            library.unfollow(id)
        },
        Case(testDescription: "the listing above failed", expected: .unreadable) { library, id in
            library.unfollow(id)
            guard let above = library.writer.directories[id]?.parent,
                let folder = library.tree[above]
            else { return }
            library.tree.beginListing(of: folder, DirectoryContents(NameTable()))
        },
        Case(testDescription: "the file is removed during a walk", isWalking: true, expected: .gone)
        { library, _ in
            try library.remove("r/a/1.jpg")
        },
        Case(
            testDescription: "its directory is removed during a walk",
            isWalking: true,
            expected: .gone
        ) { library, id in
            library.unfollow(id)
            try library.remove("r/a")
        },
    ]

    @Test(arguments: files + roots + errors + walks)
    func `a file is gone if it is not there and its root and file system are`(_ one: Case) throws {
        let library = try UnwatchedLibrary()
        let root = try library.addRoot("r")
        let directory = try library.addDirectory("a", in: library.directory(of: root))
        let asset = try library.addPhoto("1.jpg", in: directory)
        try one.happens(library, directory)
        var removalGuard = RemovalGuard(
            library.writer,
            library.tree,
            filter: NameFilter(ignoring: one.ignored, extensions: ["jpg"]),
            files: library.files,
            accepted: one.accepted,
            isWalking: one.isWalking
        )
        let record = try #require(try library.writer.query { try library.writer.asset(asset) })
        switch try library.writer.write({ try removalGuard.check(record) }) {
        case .gone: #expect(one.expected == .gone)
        case .there: #expect(one.expected == .there)
        case .elsewhere: #expect(one.expected == .elsewhere)
        case .unreadable: #expect(one.expected == .unreadable)
        case .offline(let offline, let detail):
            #expect(offline == root)
            let path = library.url("r").path
            let shown = detail.words(for: Array(path.utf8), Self.service)
                .replacing(path, with: "r")
            #expect(one.expected == .offline(shown))
        }
    }

    @Test func `a disk that goes while its files are looked for takes none of them along`() throws {
        let library = try UnwatchedLibrary()
        let root = try library.addRoot("r")
        let top = library.directory(of: root)
        let first = try library.addPhoto("1.jpg", in: library.addDirectory("a", in: top))
        let second = try library.addPhoto("2.jpg", in: library.addDirectory("b", in: top))
        var removalGuard = RemovalGuard(
            library.writer,
            library.tree,
            filter: NameFilter(ignoring: [], extensions: ["jpg"]),
            files: library.files,
            accepted: .none,
            isWalking: false
        )
        let records = try library.writer.query {
            try [first, second].map { try #require(try library.writer.asset($0)) }
        }
        try library.remove("r/a/1.jpg")
        let before = try library.writer.write { try removalGuard.check(records[0]) }
        guard case .gone = before else {
            Issue.record("the file that is gone is \(before)")
            return
        }
        try library.rename("r", "away")
        try library.makeDirectory("r")
        let after = try library.writer.write { try removalGuard.check(records[1]) }
        guard case .offline = after else {
            Issue.record("the file whose disk is away is \(after)")
            return
        }
    }
}

extension UnwatchedLibrary {
    /// Makes another file system the one that a directory of the catalogue lies on.
    fileprivate func setVolume(_ identity: UInt64, of directory: Int64) throws {
        guard var record = writer.directories[directory] else { return }
        try writer.write {
            record.volume = try writer.volume(identity)
            try writer.update(record)
        }
    }
}
