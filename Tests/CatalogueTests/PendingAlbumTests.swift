import PhotoModel
import Testing

@testable import Catalogue

struct PendingAlbumTests {
    private struct Case: CustomTestStringConvertible {
        let testDescription: String
        var before: (assets: Int64, children: Int64)?
        let now: (assets: Int64, children: Int64)
        var pending = PendingAlbum()
        let expected: [String]
    }

    private static let uuid = ObjectUUID(high: 1, low: 2)

    private static func directory(_ counts: (assets: Int64, children: Int64)) -> DirectoryRecord {
        var record = DirectoryRecord()
        (record.id, record.uuid, record.root) = (7, uuid, 3)
        (record.assetCount, record.childCount) = counts
        return record
    }

    private static func moved() -> PendingAlbum {
        var pending = PendingAlbum()
        (pending.albumKeys, pending.folderKeys) = ([.path, .title], [.path, .title])
        pending.previous = RootedPath(path: Array("old".utf8), root: 2)
        return pending
    }

    private static let cases = [
        Case(testDescription: "nothing happened", now: (1, 1), expected: []),
        Case(
            testDescription: "the first asset came",
            before: (0, 0),
            now: (1, 0),
            pending: PendingAlbum(assetCount: 1),
            expected: ["album inserted"]
        ),
        Case(
            testDescription: "another asset came",
            before: (1, 0),
            now: (2, 0),
            pending: PendingAlbum(assetCount: 1),
            expected: ["album changed \(CollectionKeys([.count, .dates]).rawValue)"]
        ),
        Case(
            testDescription: "one came and one went",
            before: (1, 0),
            now: (1, 0),
            pending: PendingAlbum(assetCount: 0),
            expected: ["album changed \(CollectionKeys([.count, .dates]).rawValue)"]
        ),
        Case(
            testDescription: "the last asset went",
            before: (1, 0),
            now: (0, 0),
            pending: PendingAlbum(assetCount: -1),
            expected: ["album removed 0 new 3"]
        ),
        Case(
            testDescription: "a directory in it was filled: its album is in its own folder now",
            before: (1, 0),
            now: (1, 1),
            expected: [
                "album changed \(CollectionKeys.parentId.rawValue)", "folder inserted",
            ]
        ),
        Case(
            testDescription: "another directory in it was filled",
            before: (0, 1),
            now: (0, 2),
            expected: ["folder changed \(CollectionKeys.count.rawValue)"]
        ),
        Case(
            testDescription: "it moved",
            before: (1, 1),
            now: (1, 1),
            pending: moved(),
            expected: [
                "album moved \(CollectionKeys([.path, .title]).rawValue) old 2",
                "folder moved \(CollectionKeys([.path, .title]).rawValue) old 2",
            ]
        ),
        Case(
            testDescription: "it moved and was emptied: removed where readers know it",
            before: (1, 0),
            now: (0, 0),
            pending: moved(),
            expected: ["album removed 0 old 2"]
        ),
    ]

    private static func described(_ change: Change) -> String {
        let row = change.row
        var words = ["\(row.kind)", "\(row.change)"]
        if row.change != .inserted { words.append("\(row.keys)") }
        if let path = row.path { words.append(String(decoding: path, as: UTF8.self)) }
        if let root = row.root { words.append("\(root)") }
        return words.joined(separator: " ")
    }

    @Test(arguments: cases.indices)
    func `a directory's album and folder are each recorded once`(_ index: Int) {
        let example = Self.cases[index]
        var pending = example.pending
        pending.before = example.before.map(Self.directory)
        let now = Self.directory(example.now)
        let changes = pending.changes(to: now) { Array("new".utf8) }
        #expect(changes.map(Self.described) == example.expected, "\(example.testDescription)")
    }

    @Test
    func `album and folder of a directory have identifiers of their own`() {
        var pending = PendingAlbum()
        pending.before = Self.directory((0, 0))
        let now = Self.directory((1, 1))
        let uuids = pending.changes(to: now) { [] }.map(\.row.uuid)
        #expect(uuids == [now.uuid, now.folderUUID])
    }
}
