import Foundation
import GRDB
import PhotoModel
import Synchronization
import Testing

@testable import Catalogue

/// A machine whose clocks stand where a test puts them.
private final class Machine: Sendable {
    private let state = Mutex(SystemMoment(boot: "first", uptime: 1_000_000, boottime: 1_000_000))

    var moment: SystemMoment { state.withLock { $0 } }

    func runs(days: Int64) {
        state.withLock {
            $0.uptime += days * 86_400_000_000
            $0.boottime += days * 86_400_000_000
        }
    }

    func boots(_ name: String) {
        state.withLock { $0 = SystemMoment(boot: name, uptime: 30_000_000, boottime: 30_000_000) }
    }
}

struct LibraryClockTests {
    private static let day: Int64 = 86_400_000_000

    @Test
    func `age is what both clocks say has passed since the last moment of the same boot`() {
        var clock = LibraryClock()
        let moments: [(boot: String, uptime: Int64, boottime: Int64, age: Int64)] = [
            ("a", 100, 100, 0), ("a", 150, 150, 50), ("a", 140, 140, 50), ("a", 190, 200, 100),
            ("a", 1_000, 210, 110), ("a", 5, 220, 110), ("b", 7, 7, 110), ("b", 17, 17, 120),
            ("a", 9_000, 9_000, 120),
        ]
        for (boot, uptime, boottime, age) in moments {
            clock.advance(to: SystemMoment(boot: boot, uptime: uptime, boottime: boottime))
            #expect(clock.age == age)
        }
    }

    @Test
    func `the machine's own clocks agree`() {
        let now = SystemMoment.system()()
        #expect(!now.boot.isEmpty && now.uptime > 0)
        // In a container the two may differ.
        #expect(now.boottime > 0)
    }

    /// Writes one asset and tells where its change lies.
    private static func add(_ number: Int64, to writer: CatalogueWriter) throws -> ChangeToken {
        let root = writer.roots.values.first?.directory ?? 0
        try writer.transaction {
            try writer.insert(TestCatalogue.record("\(number).jpg", in: root, inode: number))
        }
        return try writer.token()
    }

    @Test
    func `history and tombstones last while the machine runs, over boots and clocks set wrong`()
        throws
    {
        let machine = Machine()
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("clock-\(UUID().uuidString).sqlite").path
        defer { for end in ["", "-wal", "-shm", "-lock", "-turns"] { unlink(path + end) } }
        func open() throws -> CatalogueWriter {
            try CatalogueWriter(path: path, on: CatalogueSystem { machine.moment })
        }
        func prune(_ writer: CatalogueWriter) throws {
            try writer.transaction { try writer.prune(before: writer.age - 30 * Self.day) }
        }
        var tokens: [ChangeToken] = []
        do {
            let writer = try open()
            try writer.transaction { _ = try writer.addRoot(Array("/photos".utf8)) }
            tokens.append(try Self.add(1, to: writer))
            let file = try #require(
                try writer.file(writer.roots[1]?.directory ?? 0, Array("1.jpg".utf8))
            )
            try writer.transaction { try writer.remove(try #require(try writer.asset(file.id))) }
            tokens.append(try writer.token())
            machine.runs(days: 20)
            tokens.append(try Self.add(2, to: writer))
            try prune(writer)
        }
        // Off for a year, and a clock of which nobody knows what it says.
        machine.boots("second")
        do {
            let writer = try open()
            try prune(writer)
            machine.runs(days: 9)
            tokens.append(try Self.add(3, to: writer))
            try prune(writer)
            let reader = try CatalogueReader(path: path)
            for token in tokens { try reader.snapshot { _ = try reader.window(since: token) } }
            let gone = TestCatalogue.record("1.jpg", in: 0, inode: 1).file
            #expect(try writer.query { try writer.tombstone(file: gone) } != nil)
            machine.runs(days: 2)
            try prune(writer)
            try reader.snapshot {
                #expect(throws: ChangeToken.Expiry.pruned) { try reader.window(since: tokens[0]) }
                for token in tokens[2...] { _ = try reader.window(since: token) }
            }
            #expect(try writer.query { try writer.tombstone(file: gone) } == nil)
        }
    }

    @Test
    func `a token counts up to where its epoch came, whatever the clock said when that began`()
        throws
    {
        let year: Int64 = 365 * Self.day
        for wrong in [year, -400 * Self.day] {
            let catalogue = try TestCatalogue()
            let path = catalogue.path
            // Edits come beside the indexer, each in an epoch of its own.
            func edit(_ number: Int64) throws -> ChangeToken {
                try Self.add(number, to: CatalogueWriter(path: path, as: .editor))
            }
            let early = try edit(1)
            // As if the clock had been wrong then.
            try DatabaseQueue(path: path).write {
                try $0.execute(
                    sql: "UPDATE epoch SET started = started + ? WHERE id = ?",
                    arguments: [wrong, Int64(early.epoch)]
                )
            }
            let kept = try edit(2)
            let backup = path + ".backup"
            try catalogue.writer.checkpoint()
            try FileManager.default.copyItem(atPath: path, toPath: backup)
            let lost = [try edit(3), try edit(4)]
            for number in 10..<20 as Range<Int64> {
                _ = try Self.add(number, to: CatalogueWriter(path: backup, as: .editor))
            }
            let reader = try CatalogueReader(path: backup)
            try reader.snapshot {
                for token in [early, kept] { _ = try reader.window(since: token) }
                for token in lost {
                    #expect(throws: ChangeToken.Expiry.future) { try reader.window(since: token) }
                }
            }
            let former = try CatalogueReader(path: path)
            try former.snapshot {
                for token in [early, kept] + lost { _ = try former.window(since: token) }
            }
        }
    }
}
