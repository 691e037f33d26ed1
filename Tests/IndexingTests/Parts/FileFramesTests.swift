import Catalogue
import Foundation
import Kernel
import PhotoModel
import Testing

@testable import Indexing

@Suite struct FileFramesTests {
    private let folder: FollowedFolder

    init() throws { folder = try FollowedFolder() }

    private var progress: WatchProgress { folder.session.progress }

    /// A file in the state in which the catalogue has it, with its attributes.
    private func addKnownPhoto(
        _ name: String,
        writes: Bool = true,
        adjust: (inout FileStat) -> Void = { _ in }
    ) throws -> FileStat {
        if writes { try folder.write(name) }
        let opened = try OpenDirectory(
            path: Array(folder.photos.path.utf8),
            folder.context.system.files
        )
        var found = try opened.stat(FileName(name))
        adjust(&found)
        try folder.writer.transaction {
            var record = AssetRecord()
            (record.directory, record.mediaType) = (folder.directory, .image)
            record.file.directory = folder.directory
            (record.file.name, record.file.changed) = (Array(name.utf8), found.changed)
            record.file.identity = FileIdentity(
                volume: folder.tree[folder.directory]?.volume ?? 0,
                inode: Int64(bitPattern: found.inode),
                size: Int64(found.size),
                modified: found.modified,
                born: found.born
            )
            try folder.writer.insert(record)
        }
        return found
    }

    @Test(arguments: [false, true])
    func `a file that is as it is known is read again only while something newer is on its way`(
        _ isOnItsWay: Bool
    ) throws {
        let name = Array("a.jpg".utf8)
        let found = try addKnownPhoto("a.jpg")
        // It was away for a moment, and what was seen of that is not decided yet.
        if isOnItsWay { folder.files.gone(folder.number, name) }
        #expect(try folder.files.entry(folder.number, found, name))
        var opened: [[UInt8]] = []
        folder.reading.queue.names(in: folder.directory) { opened.append($0) }
        #expect(opened == (isOnItsWay ? [name] : []))
    }

    private func opened(_ found: FileStat) throws -> Bool {
        _ = try folder.files.entry(folder.number, found, Array("a.jpg".utf8))
        var opened = false
        folder.reading.queue.names(in: folder.directory) { _ in opened = true }
        return opened
    }

    @Test func `a file of which only the time of the last change differs is read again`() throws {
        var found = try addKnownPhoto("a.jpg")
        #expect(try !opened(found))
        // Its size, and by utimensat(2) its time of modification, are as they were.
        found.changed += 1
        #expect(try opened(found))
    }

    @Test(arguments: [true, false])
    func `where times are whole seconds, a file that was just written is read at each event`(
        _ isJustWritten: Bool
    ) throws {
        let now = folder.context.system.time.date / 1_000_000
        var times = [timespec(), timespec()]
        for index in times.indices { times[index].tv_sec = Int(now) - (isJustWritten ? 0 : 3_600) }
        try folder.write("a.jpg")
        #expect(utimensat(AT_FDCWD, folder.url("a.jpg").path, &times, 0) == 0)
        var found = try addKnownPhoto("a.jpg", writes: false) { $0.changed = $0.modified }
        found.changed = found.modified
        #expect(try opened(found) == isJustWritten)
    }

    /// Lists the folder; returns whether directories that no walk met are to be looked for then.
    private func list(error: Int32) throws -> Bool {
        try folder.files.listingBegan(folder.number, isFirstIndex: false)
        try folder.files.listingEnded(folder.number, error)
        return progress.settled(walks: 1, flushes: 0, isPartlyOffline: false)
    }

    @Test func `what went below a directory is looked for when that can be listed again`() throws {
        _ = progress.settled(walks: 1, flushes: 0, isPartlyOffline: false)
        progress.finishWalk(at: 0)
        let failure: Int32 = 13
        #expect(try !list(error: 0))
        #expect(try !list(error: failure))
        #expect(try list(error: 0))
        #expect(try !list(error: 0))
    }
}
