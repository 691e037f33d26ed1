import Testing

@testable import Catalogue

struct FormerFilesTests {
    private static func asset(_ inode: Int64, in catalogue: TestCatalogue) throws -> AssetRecord {
        let writer = catalogue.writer
        return try writer.transaction {
            try writer.insert(
                TestCatalogue.record("\(inode).jpg", in: catalogue.root, inode: inode)
            )
            return try #require(try writer.asset(writer.sequence))
        }
    }

    @Test
    func `a file that another took the path of is known until that is forgotten`() throws {
        let catalogue = try TestCatalogue()
        let (writer, former) = (catalogue.writer, catalogue.writer.former)
        let record = try Self.asset(1, in: catalogue)
        #expect(!former.hasDisplaced)
        try writer.transaction {
            #expect(try former.displaced(record.file.identity, forgets: true) == nil)
            try former.displace(record.id, record.file)
            #expect(try former.hasDisplaced && former.isDisplaced(record.id))
            #expect(try former.displaced(record.file.identity, forgets: false) == record.id)
            var other = record.file.identity
            other.modified += 1
            #expect(try former.displaced(other, forgets: true) == nil)
            #expect(try former.displaced(record.file.identity, forgets: true) == record.id)
            #expect(try former.displaced(record.file.identity, forgets: false) == nil)
            try former.displace(record.id, record.file)
            try former.forgetDisplaced()
            #expect(try !former.hasDisplaced && !former.isDisplaced(record.id))
        }
    }

    @Test
    func `a removed asset is known by its file, by what it had before, and by its content`() throws
    {
        let catalogue = try TestCatalogue()
        let (writer, former) = (catalogue.writer, catalogue.writer.former)
        let record = try Self.asset(1, in: catalogue)
        let (file, identity) = (record.file, record.file.identity)
        try writer.transaction {
            #expect(try former.tombstone(identity) == nil)
            var earlier = file
            (earlier.identity.inode, earlier.identity.modified) = (9, 9)
            try former.displace(record.id, earlier)
            try writer.remove(record)
            #expect(try former.tombstone(identity)?.uuid == record.uuid)
            #expect(try former.tombstone(earlier.identity)?.uuid == record.uuid)
            #expect(try former.identity(ofRemoved: record.id) == identity)
            let same = try former.tombstones(fingerprint: file.fingerprint, size: identity.size)
            #expect(same.map(\.id) == [record.id])
            #expect(try former.tombstones(fingerprint: file.fingerprint, size: 0).isEmpty)
            try former.deleteTombstone(of: record.id)
            #expect(try former.tombstone(identity) == nil)
        }
    }

    @Test
    func `a tombstone is forgotten from before the age that is asked for, not a moment sooner`()
        throws
    {
        let catalogue = try TestCatalogue()
        let (writer, former) = (catalogue.writer, catalogue.writer.former)
        let record = try Self.asset(1, in: catalogue)
        try writer.transaction { try writer.remove(record) }
        let age: Int64 = 10 * 86_400_000_000
        func isKnown(after cutoff: Int64) throws -> Bool {
            try writer.transaction {
                try former.prune(before: cutoff)
                return try former.tombstone(record.file.identity) != nil
            }
        }
        try writer.transaction {
            try writer.connection.prepare("UPDATE tombstone SET removedAge = ?").bind(1, age).run()
        }
        #expect(try isKnown(after: age))
        #expect(try !isKnown(after: age + 1))
    }
}
