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
    private func addKnownPhoto(_ name: String) throws -> FileStat {
        try folder.write(name)
        let opened = try OpenDirectory(
            path: Array(folder.photos.path.utf8),
            folder.context.system.files
        )
        let found = try opened.stat(FileName(name))
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

    /// Lists the folder; returns whether directories that no walk met are to be looked for then.
    private func list(error: Int32) throws -> Bool {
        try folder.files.listingBegan(folder.number, isFirstIndex: false)
        try folder.files.listingEnded(folder.number, error)
        return progress.settled(walks: 1, flushes: 0, isPartlyOffline: false)
    }

    @Test func `what went below a directory is looked for when that can be listed again`() throws {
        _ = progress.settled(walks: 1, flushes: 0, isPartlyOffline: false)
        progress.finishWalk()
        let failure: Int32 = 13
        #expect(try !list(error: 0))
        #expect(try !list(error: failure))
        #expect(try list(error: 0))
        #expect(try !list(error: 0))
    }
}
