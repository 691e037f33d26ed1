import Catalogue
import FolderWatch
import Glibc
import Kernel
import Testing

@testable import Indexing

@Suite struct RemovalTests {
    private let library: UnwatchedLibrary
    private let retries = RetryQueue()
    private let queue = ObservationQueue()
    private let unlisted: UnlistedDirectories
    private let removal: Removal
    private let root: Int64
    private let directory: Int64

    init() throws {
        library = try UnwatchedLibrary()
        root = try library.addRoot("r")
        directory = try library.addDirectory("a", in: library.directory(of: root))
        unlisted = UnlistedDirectories(library.writer, library.tree)
        removal = Removal(
            library.context,
            library.tree,
            library.missing,
            library.roots,
            FileRechecks(library.tree, retries),
            library.session,
            queue,
            unlisted
        )
    }

    private var progress: WatchProgress { library.session.progress }

    /// The watcher has told all it saw, up to so many flushes.
    private func answer(flushes: UInt32) {
        _ = progress.settled(walks: 1, flushes: flushes, isPartlyOffline: false)
        progress.finishWalk(at: 0)
    }

    /// Asks the watcher, which answers, and removes what is due.
    private func removeDue() throws {
        answer(flushes: 100)
        try removal.removeDue()
        try removal.removeDue()
    }

    private var writer: CatalogueWriter { library.writer }

    private func isKnown(_ asset: Int64) throws -> Bool {
        try writer.query { try writer.asset(asset) != nil }
    }

    /// The places that are going to be looked at again.
    private func rechecked() -> [FileLocation] {
        var locations: [FileLocation] = []
        retries.tryDue(.max) { location, _ in locations.append(location) }
        return locations
    }

    @Test func `a file that is gone is removed when it is due, and not before`() throws {
        let (due, later) = (
            try library.addPhoto("1.jpg", in: directory),
            try library.addPhoto("2.jpg", in: directory)
        )
        try library.remove("r/a/1.jpg")
        try library.remove("r/a/2.jpg")
        library.missing.insert(due, until: library.now)
        library.missing.insert(later, until: library.now + 1)
        try removeDue()
        #expect(try !isKnown(due))
        #expect(try writer.query { try writer.tombstone(due) } != nil)
        #expect(try isKnown(later))
        #expect(library.missing.assets == [later])
    }

    @Test func `a file that is there after all is kept`() throws {
        let photo = try library.addPhoto("1.jpg", in: directory)
        library.missing.insert(photo, until: 0)
        try removeDue()
        #expect(try isKnown(photo))
        #expect(library.missing.hasNoFiles)
        #expect(rechecked().isEmpty)
    }

    @Test(arguments: [(EIO, true), (ESTALE, true), (EACCES, false)])
    func `a file is kept while it may be where an error keeps everybody from looking`(
        _ error: Int32,
        isKept: Bool
    ) throws {
        let other = try library.addDirectory("b", in: library.directory(of: root))
        let photo = try library.addPhoto("1.jpg", in: directory)
        let deleted = try library.addPhoto("2.jpg", in: directory)
        for name in ["1.jpg", "2.jpg"] { try library.remove("r/a/\(name)") }
        for asset in [photo, deleted] { library.missing.insert(asset, until: library.now) }
        library.missing.report(deleted)
        unlisted.failed(other, error)
        try removeDue()
        #expect(try isKnown(photo) == isKept)
        #expect(try !isKnown(deleted))
        _ = unlisted.listed(other)
        library.wait(milliseconds: 2_000)
        try removeDue()
        #expect(try !isKnown(photo))
    }

    @Test func `a root that is away goes offline, and everything missing of it is kept`() throws {
        let photos = try ["1.jpg", "2.jpg"].map { try library.addPhoto($0, in: directory) }
        for photo in photos { library.missing.insert(photo, until: 0) }
        library.missing.directoryGone(directory)
        try library.rename("r", "away")
        try removeDue()
        #expect(writer.roots[root]?.state == .offline)
        #expect(writer.roots[root]?.reason == .unmounted)
        for photo in photos { #expect(try isKnown(photo)) }
        #expect(library.missing.hasNoFiles && library.missing.goneDirectories.isEmpty)
    }

    @Test func `what was missing of a root that seemed away for a moment is looked for by a walk`()
        throws
    {
        let photo = try library.addPhoto("1.jpg", in: directory)
        try library.remove("r/a/1.jpg")
        try library.rename("r", "away")
        library.missing.insert(photo, until: library.now)
        try removeDue()
        #expect(writer.roots[root]?.state == .offline)
        #expect(progress.hasSeenAll)
        try library.rename("away", "r")
        try library.roots.restoreComplete()
        #expect(writer.roots[root]?.state == .rescanning)
        #expect(!progress.hasSeenAll, "it waits for a walk")
        library.roots.walkBegan()
        try writer.write { try library.roots.markOffline(root, .unmounted, OfflineDetail("away")) }
        try library.roots.restoreComplete()
        #expect(writer.roots[root]?.state == .online)
    }

    @Test func `a root that has come back and is not followed yet loses nothing`() throws {
        let photo = try library.addPhoto("1.jpg", in: directory)
        try writer.write { try library.roots.markOffline(root, .unmounted, OfflineDetail("away")) }
        library.tree.detach(root: root)
        library.missing.insert(photo, until: library.now)
        try removeDue()
        #expect(try isKnown(photo))
        #expect(library.missing.hasNoFiles, "the walk that follows looks for it")
    }

    @Test func `a file whose directory is on the move is looked at again`() throws {
        let photo = try library.addPhoto("1.jpg", in: directory)
        library.missing.insert(photo, until: 0)
        try library.rename("r/a", "r/b")
        try library.makeDirectory("r/a")
        try removeDue()
        #expect(try isKnown(photo))
        #expect(rechecked() == [FileLocation(directory, Array("1.jpg".utf8))])
    }

    @Test func `the other names of a removed file are looked at again`() throws {
        let photo = try library.addPhoto("1.jpg", in: directory)
        try library.link("r/a/1.jpg", "r/a/2.jpg")
        _ = try library.addPhoto("2.jpg", in: directory)
        _ = try library.addPhoto("3.jpg", in: directory)
        try library.remove("r/a/1.jpg")
        library.missing.insert(photo, until: 0)
        try removeDue()
        #expect(try !isKnown(photo))
        #expect(rechecked() == [FileLocation(directory, Array("2.jpg".utf8))])
    }

    @Test(arguments: [true, false])
    func `a file that came back in another directory of the same path is looked at there`(
        _ isThere: Bool
    ) throws {
        let photo = try library.addPhoto("1.jpg", in: directory)
        try library.rename("r/a", "r/b")
        library.unfollow(directory)
        try writer.write { try writer.detach(directory: directory) }
        let occupant = try library.addDirectory("a", in: library.directory(of: root))
        try #require(occupant != directory)
        if isThere { try library.rename("r/b/1.jpg", "r/a/1.jpg") }
        library.missing.insert(photo, until: 0)
        try removeDue()
        #expect(try !isKnown(photo))
        #expect(rechecked() == (isThere ? [FileLocation(occupant, Array("1.jpg".utf8))] : []))
    }
}

/// When nothing is removed yet.
extension RemovalTests {
    private func missPhoto() throws -> Int64 {
        let photo = try library.addPhoto("1.jpg", in: directory)
        try library.remove("r/a/1.jpg")
        library.missing.insert(photo, until: library.now)
        return photo
    }

    @Test func `nothing is removed before the watcher has told all it saw`() throws {
        answer(flushes: 0)
        let photo = try missPhoto()
        #expect(removal.nextDeadline == library.now)
        try removal.removeDue()
        #expect(removal.nextDeadline == nil, "there is no point in asking again")
        try removal.removeDue()
        #expect(try isKnown(photo))
        answer(flushes: 1)
        try removal.removeDue()
        #expect(try !isKnown(photo))
    }

    @Test func `what turns up before the answer is kept`() throws {
        answer(flushes: 0)
        let photo = try missPhoto()
        try removal.removeDue()
        library.missing.found(photo)
        answer(flushes: 1)
        try removal.removeDue()
        #expect(try isKnown(photo))
    }

    @Test func `what became due after the watcher was asked waits for another answer`() throws {
        answer(flushes: 0)
        let photo = try missPhoto()
        let later = try library.addPhoto("2.jpg", in: directory)
        try library.remove("r/a/2.jpg")
        library.missing.insert(later, until: library.now + 1)
        try removal.removeDue()
        library.wait(milliseconds: 10)
        answer(flushes: 1)
        try removal.removeDue()
        #expect(try !isKnown(photo))
        // The watcher may have seen since where it went.
        #expect(try isKnown(later))
        try removal.removeDue()
        #expect(try isKnown(later))
        answer(flushes: 2)
        try removal.removeDue()
        #expect(try !isKnown(later))
    }

    @Test func `a new watcher is asked anew`() throws {
        answer(flushes: 0)
        let photo = try missPhoto()
        try removal.removeDue()
        progress.start(.helperRestarted, at: library.now)
        removal.watcherStarted()
        answer(flushes: 0)
        try removal.removeDue()
        #expect(try isKnown(photo))
        answer(flushes: 1)
        try removal.removeDue()
        #expect(try !isKnown(photo))
    }

    @Test func `a watcher that walks is not waited for`() throws {
        answer(flushes: 0)
        let photo = try missPhoto()
        progress.beginWalk(.requested, at: library.now)
        try removal.removeDue()
        #expect(try !isKnown(photo))
    }

    @Test func `a file that is being read by itself may be the one that is missing`() throws {
        let directory = try #require(library.tree[directory])
        let photo = try library.addPhoto("1.jpg", in: directory.directory)
        try library.rename("r/a/1.jpg", "r/a/2.jpg")
        let opened = try OpenDirectory(
            path: writer.absolutePath(directory.directory) ?? [],
            library.files
        )
        let stat = try opened.stat(FileName("2.jpg"))
        let location = FileLocation(directory.directory, Array("2.jpg".utf8))
        let observations = (0..<2).map { _ in
            Observation(location: location, in: directory, stat: stat)
        }
        queue.append(observations[0])
        let ticket = queue.issueTicket(for: observations[0])
        queue.setAside(ticket, as: observations[1])
        library.missing.insert(photo, until: library.now)
        try removeDue()
        #expect(try isKnown(photo))
        #expect(library.missing.nextDeadline == library.now + 1_000)
        _ = queue.redeem(ticket)
        library.missing.postpone(photo, until: library.now)
        try removeDue()
        #expect(try !isKnown(photo))
    }
}

/// Directories that have gone from disk.
extension RemovalTests {
    private func leave(_ directory: Int64) {
        library.unfollow(directory)
        library.missing.directoryGone(directory)
    }

    private func isRemoved(_ directory: Int64) -> Bool? { writer.directories[directory]?.isRemoved }

    @Test func `directories go with their last file, those below first`() throws {
        let below = try library.addDirectory("b", in: directory)
        let photo = try library.addPhoto("1.jpg", in: below)
        try library.remove("r/a")
        leave(directory)
        leave(below)
        library.missing.insert(photo, until: library.now)
        try removeDue()
        #expect(try !isKnown(photo))
        #expect(isRemoved(directory) == true && isRemoved(below) == true)
        #expect(library.missing.goneDirectories.isEmpty)
    }

    @Test func `no directory goes while files are missing, which may still turn up`() throws {
        let other = try library.addDirectory("b", in: library.directory(of: root))
        let photo = try library.addPhoto("1.jpg", in: other)
        let gone = try library.addPhoto("2.jpg", in: other)
        try library.remove("r/b/2.jpg")
        leave(directory)
        library.missing.insert(gone, until: library.now)
        library.missing.insert(photo, until: library.now + 1)
        try removeDue()
        #expect(try !isKnown(gone))
        #expect(isRemoved(directory) == false)
        library.missing.found(photo)
        try removeDue()
        #expect(isRemoved(directory) == true)
    }

    @Test func `a directory that still holds photos waits`() throws {
        let photo = try library.addPhoto("1.jpg", in: directory)
        leave(directory)
        try removeDue()
        #expect(try isKnown(photo))
        #expect(isRemoved(directory) == false)
        #expect(library.missing.goneDirectories == [directory])
        // Not asked again before something else has gone.
        #expect(library.missing.due(.max) == nil)
    }

    @Test func `a directory that is followed again stays, and so does a root`() throws {
        let folder = library.directory(of: root)
        leave(directory)
        leave(folder)
        try library.follow(directory)
        try removeDue()
        #expect(isRemoved(directory) == false && isRemoved(folder) == false)
        #expect(library.missing.goneDirectories.isEmpty)
    }
}

/// A disk within the root, of which a directory was bound over one of the root.
extension RemovalTests {
    /// Makes a directory on another disk, and the record of a view of it elsewhere with a photo in each.
    private func makeView() throws -> (original: Int64, view: Int64, photos: [Int64]) {
        library.mount("r/disk")
        let disk = try library.addDirectory("disk", in: library.directory(of: root))
        let original = try library.addDirectory("d", in: disk)
        let view = try library.addDirectory("v", in: library.directory(of: root))
        try writer.write {
            guard var record = writer.directories[view], let known = writer.directories[original]
            else { return }
            (record.volume, record.inode, record.born) = (known.volume, known.inode, known.born)
            try writer.update(record)
        }
        let photos = [
            try library.addPhoto("1.jpg", in: original), try library.addPhoto("1.jpg", in: view),
        ]
        return (original, view, photos)
    }

    private func miss(_ photo: Int64, in directory: Int64) throws {
        leave(directory)
        library.missing.insert(photo, until: library.now)
    }

    @Test(arguments: [true, false])
    func `a view keeps nothing when what it showed has gone from where it lay`(isFirst: Bool) throws
    {
        let (original, view, photos) = try makeView()
        try library.remove("r/v")
        try library.remove("r/disk/d")
        if isFirst { try miss(photos[1], in: view) }
        try miss(photos[0], in: original)
        try removeDue()
        #expect(try !isKnown(photos[0]))
        try miss(photos[1], in: view)
        try removeDue()
        #expect(try !isKnown(photos[1]))
        #expect(isRemoved(original) == true && isRemoved(view) == true)
    }

    @Test func `what is shown still keeps its disk though it is gone from where it lay`() throws {
        let (original, view, photos) = try makeView()
        try library.remove("r/v")
        try library.rename("r/disk/d", "r/v")
        library.mount("r/v")
        try miss(photos[0], in: original)
        try removeDue()
        #expect(isRemoved(original) == true)
        try library.rename("r/v", "r/disk/.d")
        try miss(photos[1], in: view)
        try removeDue()
        #expect(try isKnown(photos[1]))
        #expect(writer.roots[root]?.state == .offline)
    }
}

/// File systems that can lose a part of their files.
extension RemovalTests {
    /// Photos on FUSE, of which the first are missing.
    private func missMany(_ missing: Int, of known: Int) throws -> [Int64] {
        try library.follow(library.directory(of: root), fileSystem: 0x6573_5546)
        let photos = try (0..<known).map { try library.addPhoto("\($0).jpg", in: directory) }
        for (number, photo) in photos.prefix(missing).enumerated() {
            try library.remove("r/a/\(number).jpg")
            library.missing.insert(photo, until: library.now)
        }
        return photos
    }

    private func endWalk() { _ = progress.settled(walks: 9, flushes: 0, isPartlyOffline: false) }

    @Test(arguments: [(49, 60, false), (50, 250, true), (50, 251, false)])
    func `a part that a walk misses is kept if it is large, and its root offline`(
        _ missing: Int,
        _ known: Int,
        _ isKept: Bool
    ) throws {
        let photos = try missMany(missing, of: known)
        progress.beginWalk(.requested, at: library.now)
        endWalk()
        try removal.removeDue()
        #expect(try isKnown(photos[0]) == isKept)
        #expect((writer.roots[root]?.state == .offline) == isKept)
        #expect(library.missing.hasNoFiles)
    }

    @Test func `nothing that a walk misses is removed before that has been everywhere`() throws {
        let photos = try missMany(1, of: 2)
        progress.beginWalk(.requested, at: library.now)
        try removal.removeDue()
        #expect(try isKnown(photos[0]))
        #expect(removal.nextDeadline == nil)
        endWalk()
        #expect(removal.nextDeadline == library.now)
        try removal.removeDue()
        #expect(try !isKnown(photos[0]))
    }

    @Test func `what events reported is removed, whatever there is of it`() throws {
        let photos = try missMany(60, of: 60)
        for photo in photos { library.missing.report(photo) }
        progress.beginWalk(.requested, at: library.now)
        endWalk()
        try removal.removeDue()
        #expect(try photos.allSatisfy { try !isKnown($0) })
        #expect(writer.roots[root]?.state != .offline)
    }
}
