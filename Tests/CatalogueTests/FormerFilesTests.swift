import Kernel
import Testing

@testable import Catalogue

/// A machine whose clocks stand where a test puts them.
private final class Machine: TimeSource {
    var date: Int64 = 0
    private(set) var milliseconds: Int64 = 1_000

    var moment: SystemMoment {
        SystemMoment(boot: "", uptime: milliseconds * 1_000, boottime: milliseconds * 1_000)
    }

    func run(seconds: Int64) { milliseconds += 1_000 * seconds }
}

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
            #expect(try former.files(inode: 1).isEmpty)
            try former.displace(record.id, record.file)
            #expect(former.hasDisplaced)
            let known = try former.files(inode: 1)
            #expect(known.map(\.asset) == [record.id])
            #expect(known.map(\.identity) == [record.file.identity])
            #expect(try former.files(of: record.id) == known.map(\.row))
            #expect(try former.files(inode: 2).isEmpty)
            #expect(try former.files(of: record.id + 1).isEmpty)
            for former in known { try writer.forget(formerFile: former.row) }
            #expect(try former.files(inode: 1).isEmpty)
            try former.displace(record.id, record.file)
            try former.forgetDisplaced()
            #expect(!former.hasDisplaced)
            #expect(try former.files(of: record.id).isEmpty)
        }
    }

    @Test
    func `a file is known for some time by any clock, and longer where its file system is hidden`()
        throws
    {
        let machine = Machine()
        let catalogue = try TestCatalogue(
            on: CatalogueSystem(time: machine) { [machine] in machine.moment }
        )
        let (writer, former) = (catalogue.writer, catalogue.writer.former)
        let record = try Self.asset(1, in: catalogue)
        let volume = record.file.identity.volume
        try writer.transaction { try former.displace(record.id, record.file) }
        machine.date += 86_400_000_000
        try writer.transaction { try former.forgetDisplaced(exceptOfLast: 60) }
        #expect(former.hasDisplaced)
        machine.run(seconds: 61)
        try writer.transaction { try former.forgetDisplaced(exceptOfLast: 60, hidden: [volume]) }
        #expect(former.hasDisplaced)
        try writer.transaction {
            try former.forgetDisplaced(exceptOfLast: 60, hidden: [volume + 1])
        }
        #expect(!former.hasDisplaced)
        try writer.transaction { try former.displace(record.id, record.file) }
        machine.run(seconds: 10)
        try writer.transaction { try writer.prune(before: writer.age) }
        try writer.transaction { try former.forgetDisplaced(exceptOfLast: 60, hidden: [volume]) }
        #expect(!former.hasDisplaced)
    }

    @Test
    func `what is in the trash is no file that another took the path of`() throws {
        let catalogue = try TestCatalogue()
        let (writer, former) = (catalogue.writer, catalogue.writer.former)
        let record = try Self.asset(1, in: catalogue)
        try writer.transaction {
            try former.displace(record.id, record.file)
            try writer.trash(record, [TrashedFile(record, path: record.file.name, info: [1])])
            #expect(try former.files(inode: 1).isEmpty)
        }
        let reader = try CatalogueReader(path: catalogue.path)
        #expect(try reader.snapshot { try reader.contradictions() } == [])
    }

    @Test
    func `a removed asset is known by its file, by its number and by its content`() throws {
        let catalogue = try TestCatalogue()
        let (writer, former) = (catalogue.writer, catalogue.writer.former)
        let record = try Self.asset(1, in: catalogue)
        let (file, identity) = (record.file, record.file.identity)
        try writer.transaction {
            #expect(try former.tombstone(file: file) == nil)
            try writer.remove(record)
            #expect(try former.tombstone(file: file)?.uuid == record.uuid)
            #expect(try former.tombstone(record.id)?.uuid == record.uuid)
            #expect(try former.identity(ofRemoved: record.id) == identity)
            let same = try former.tombstones(fingerprint: file.fingerprint, size: identity.size)
            #expect(same.map(\.id) == [record.id])
            #expect(try former.tombstones(fingerprint: file.fingerprint, size: 0).isEmpty)
            try former.deleteTombstone(of: record.id)
            #expect(try former.tombstone(file: file) == nil)
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
                return try former.tombstone(file: record.file) != nil
            }
        }
        try writer.transaction {
            try writer.connection.prepare("UPDATE tombstone SET removedAge = ?").bind(1, age).run()
        }
        #expect(try isKnown(after: age))
        #expect(try !isKnown(after: age + 1))
    }
}
