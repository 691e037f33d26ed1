import Catalogue
import FolderWatch
import PhotoModel
import Testing

@testable import Indexing

/// One file under two names that the catalogue knows: writing to it has an event for one of them only.
@Suite struct LinkedFileTests {
    private static let cases: [(links: UInt32, others: [String])] = [(2, ["b.jpg"]), (1, [])]

    @Test(arguments: cases)
    func `the other names of a linked file are looked at when one of them is seen`(
        links: UInt32,
        others: [String]
    ) throws {
        let folder = try FollowedFolder()
        let directory = try #require(folder.tree[folder.directory])
        try folder.writer.transaction {
            for name in ["a.jpg", "b.jpg"] {
                var record = AssetRecord()
                (record.directory, record.file.directory) = (folder.directory, folder.directory)
                (record.mediaType, record.file.name) = (.image, Array(name.utf8))
                record.file.identity.volume = directory.volume
                record.file.identity.inode = 7
                try folder.writer.insert(record)
            }
        }
        // It has gone by the time it is opened, which tells of the others all the same.
        let seen = fileStat(inode: 7, links: links, device: directory.stat.device)
        #expect(try folder.files.entry(folder.number, seen, Array("a.jpg".utf8)))
        var looked: [String] = []
        folder.reading.retries.tryDue(folder.context.now) { location, _ in
            looked.append(location.path)
        }
        #expect(looked == others)
    }
}
