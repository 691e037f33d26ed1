import Testing

@testable import Catalogue

struct DirectoryPathTests {
    /// Root 1 of the names in a row: 1 `photos`, 2 `a`, 3 `b`, 4 `c`.
    private static func table() -> DirectoryTable {
        var table = DirectoryTable()
        for (index, name) in ["photos", "a", "b", "c"].enumerated() {
            var record = DirectoryRecord()
            (record.id, record.root, record.name) = (Int64(index) + 1, 1, Array(name.utf8))
            record.parent = index == 0 ? nil : Int64(index)
            table[record.id] = record
        }
        return table
    }

    private static func text(_ path: [UInt8]?) -> String? {
        path.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test
    func `paths are relative to the root, whose own is empty`() {
        let table = Self.table()
        #expect([1, 2, 4].map { Self.text(table.path(of: $0)) } == ["", "a", "a/b/c"])
        let name = Array("x.jpg".utf8)
        #expect(Self.text(table.path(of: name, in: 1)) == "x.jpg")
        #expect(Self.text(table.path(of: name, in: 3)) == "a/b/x.jpg")
        #expect(table.rootedPath(of: name, in: 1) == RootedPath(path: name, root: 1))
        #expect(table.rootedPath(of: name, in: 9).root == nil)
    }

    @Test
    func `a path from a directory above is as long as is asked for`() {
        let table = Self.table()
        #expect(Self.text(table.path(of: 4, from: 2, steps: 2)) == "b/c")
        #expect(table.path(of: 4, from: 2, steps: 1) == nil)
        #expect(Self.text(table.path(of: 4, from: 4, steps: 0)) == ".")
        #expect(table.path(of: 2, from: 4, steps: 9) == nil)
    }

    @Test
    func `what lies in a detached directory is detached`() {
        var table = Self.table()
        table[3]?.isDetached = true
        #expect([1, 2, 3, 4].map(table.isDetached) == [false, false, true, true])
        #expect(table.isDirectory(4, atOrBelow: 2) && !table.isDirectory(2, atOrBelow: 4))
    }

    @Test
    func `an absolute path of a root has nothing at its end`() {
        let root = Array("/photos".utf8)
        #expect(RelativePath.absolute([], below: root) == root)
        #expect(RelativePath.absolute([97], below: root) == root + [47, 97])
    }
}
