import Catalogue
import Foundation
import Testing

@testable import Indexing

/// A root's folder that is listed and has none of the photos that are known.
@Suite struct EmptyRootTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var acceptsReplacedRoots = false
        /// Whether an earlier walk of the same watcher met the photos.
        var isLaterWalk = false
        /// What else lies in the folder.
        var others: [String] = []
        let isOffline: Bool
    }

    static let cases = [
        // It may be a mount point without its disk.
        Case(testDescription: "empty at the start", isOffline: true),
        Case(testDescription: "emptied meanwhile", isLaterWalk: true, isOffline: false),
        Case(testDescription: "accepted", acceptsReplacedRoots: true, isOffline: false),
        Case(testDescription: "not empty", others: ["notes.txt"], isOffline: false),
    ]

    @Test(arguments: cases)
    func `what is known of an empty root is kept`(_ test: Case) throws {
        let folder = try FollowedFolder(acceptsReplacedRoots: test.acceptsReplacedRoots)
        _ = try folder.addPhoto("a.jpg")
        try FileManager.default.removeItem(at: folder.url("a.jpg"))
        for name in test.others { try folder.write(name) }
        if test.isLaterWalk { folder.session.progress.finishWalk(at: 0) }
        try folder.writer.write {
            try folder.files.listingBegan(folder.number, isFirstIndex: false)
            try folder.files.listingEnded(folder.number, 0)
        }
        #expect(folder.isOffline == test.isOffline)
        // Nobody is told that the photo has gone.
        #expect(folder.reading.queue.isEmpty == test.isOffline)
    }

    @Test func `an empty root is taken up when something is put into it`() throws {
        let folder = try FollowedFolder()
        let known = try folder.addPhoto("a.jpg")
        try FileManager.default.removeItem(at: folder.url("a.jpg"))
        try folder.files.listingBegan(folder.number, isFirstIndex: false)
        try folder.files.listingEnded(folder.number, 0)
        let root = try #require(folder.writer.roots.keys.first)
        #expect(folder.isOffline && !folder.roots.isFollowed(root))
        try folder.write("b.jpg")
        let isSeen = try folder.files.entry(
            folder.number,
            fileStat(inode: 1),
            Array("b.jpg".utf8)
        )
        // The walk that is asked for finds it, and that the other has gone.
        #expect(!isSeen && !folder.isOffline && folder.roots.isFollowed(root))
        #expect(folder.session.progress.reason == .timer)
        #expect(try folder.writer.asset(known.id) != nil)
    }
}
