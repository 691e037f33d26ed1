import Catalogue
import Foundation
import GRDB
import PhotoModel
import Testing

struct RestoreTests {
    private let catalogue: ClosedCatalogue

    init() throws {
        catalogue = try ClosedCatalogue()
        try catalogue.add(10)
    }

    /// Puts an earlier state in the place of the catalogue, in two ways.
    enum Way: CaseIterable {
        case command, copying

        func goBack(_ catalogue: ClosedCatalogue) throws {
            switch self {
            case .command: try catalogue.restore()
            case .copying:
                let files = FileManager.default
                try files.removeItem(atPath: catalogue.path)
                try files.copyItem(atPath: catalogue.file("backup"), toPath: catalogue.path)
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `of the tokens before a restored backup all are honoured, of those after it none`(
        way: Way
    ) throws {
        let before = try catalogue.add(1)
        var (atBackup, after) = ("", "")
        try catalogue.write { writer in
            try writer.commit()
            atBackup = try writer.token().description
            try catalogue.backUp()
            // One of the same epoch.
            let root = writer.roots.values.first?.directory ?? 0
            try writer.write {
                try writer.insert(TestCatalogue.record("late.jpg", in: root, inode: 999))
            }
            try writer.commit()
            after = try writer.token().description
            try writer.begin()
        }
        let later = try catalogue.add(1)
        try way.goBack(catalogue)
        #expect(try catalogue.assets() == 11)
        for token in [before, atBackup] { #expect(try catalogue.expiry(of: token) == nil) }
        for token in [after, later] { #expect(try catalogue.expiry(of: token) == .future) }
        // Nor when the numbers have been given again.
        let again = try catalogue.add(20)
        for token in [after, later] { #expect(try catalogue.expiry(of: token) == .future) }
        for token in [before, again] { #expect(try catalogue.expiry(of: token) == nil) }
    }

    @Test
    func `the replaced catalogue is kept whole, with what only its log has`() throws {
        try catalogue.backUp()
        // A reader of an earlier state keeps the log from being written back.
        let reader = try CatalogueReader(path: catalogue.path)
        try reader.pin()
        try catalogue.add(5)
        let report = try catalogue.restore()
        reader.unpin()
        let replaced = try #require(report.replaced)
        #expect(replaced.hasPrefix("\(catalogue.path).replaced-2023-11-1"))
        #expect(try catalogue.assets(replaced) == 15)
        #expect(try catalogue.assets() == 10)
        #expect(reader.isReplaced)
        // And back again, as it lies there with its log.
        let back = try CatalogueRestore(BackupFile(replaced), to: catalogue.path).run(at: 0)
        #expect(back.assets == 15)
    }

    @Test
    func `a lost catalogue is restored too, and nothing stays of the making`() throws {
        try catalogue.backUp()
        for name in try catalogue.names where name.hasPrefix("c.sqlite") {
            try FileManager.default.removeItem(atPath: catalogue.file(name))
        }
        #expect(try catalogue.restore().replaced == nil)
        #expect(try catalogue.assets() == 10)
        let allowed = ["backup"] + ["", "-wal", "-shm", "-lock", "-turns"].map { "c.sqlite\($0)" }
        #expect(Set(try catalogue.names).isSubset(of: allowed))
    }

    /// Reads the journal mode of a catalogue again and again, in another process: closing it in this one would end
    /// SQLite's locks.
    private static let modes = """
        import os, select, sys
        seen = set()
        while not select.select([0], [], [], 0)[0]:
            try:
                file = os.open(sys.argv[1], os.O_RDONLY)
            except FileNotFoundError:
                continue
            seen.update(os.pread(file, 1, 18))
            os.close(file)
        print(*sorted(seen))
        """

    @Test
    func `readers never find a restored catalogue in another mode than WAL`() throws {
        try catalogue.backUp()
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.modes, catalogue.path]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        for _ in 0..<20 { try catalogue.restore() }
        try input.fileHandleForWriting.close()
        let seen = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        #expect(seen == "2\n")
    }

    @Test
    func `an indexer that holds the catalogue is named`() throws {
        try catalogue.backUp()
        let lock = try CatalogueLock(catalogue: catalogue.path)
        let error = #expect(throws: CatalogueError.self) { try catalogue.restore() }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("process \(getpid())") == true)
        withExtendedLifetime(lock) {}
    }

    @Test
    func `an editor that has the replaced catalogue open cannot write into it`() throws {
        try catalogue.backUp()
        let editor = try CatalogueWriter(path: catalogue.path, as: .editor)
        try catalogue.restore()
        let error = #expect(throws: CatalogueError.self) { try editor.begin() }
        #expect(error?.code == .replaced)
        #expect(throws: CatalogueError.self) { try editor.begin() }
    }

    @Test(arguments: ["damaged", "letter", "newer", "missing", "c.sqlite"])
    func `what is no sound backup leaves the catalogue as it is`(name: String) throws {
        try catalogue.add(500)
        try catalogue.backUp("damaged")
        try catalogue.backUp("newer")
        let file = try FileHandle(
            forUpdating: URL(fileURLWithPath: catalogue.file("damaged"))
        )
        try file.seek(toOffset: 30 * 4_096)
        try file.write(contentsOf: Data(repeating: 0, count: 8_192))
        try file.close()
        try Data("Dear Ann".utf8).write(to: URL(fileURLWithPath: catalogue.file("letter")))
        try DatabaseQueue(path: catalogue.file("newer")).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')")
        }
        let error = #expect(throws: CatalogueError.self) { try catalogue.restore(name) }
        let codes: [String: CatalogueError.Code] = [
            "damaged": .damaged, "letter": .foreign, "newer": .newerVersion, "missing": .missing,
            "c.sqlite": .cannotCreate,
        ]
        #expect(error?.code == codes[name])
        #expect(try catalogue.assets() == 510)
        #expect(
            try catalogue.names.allSatisfy { !$0.contains("replaced") && !$0.hasSuffix("-part") }
        )
    }
}
