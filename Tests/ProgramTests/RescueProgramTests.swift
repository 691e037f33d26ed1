import Foundation
import TestSupport
import Testing

/// What the program does about a catalogue that is damaged.
@Suite(.serialized)
struct RescueProgramTests {
    let program: Program
    private var state: URL { program.state }

    init() throws {
        program = try Program.golden("RescueProgramTests") { program in
            for number in 0..<60 { try program.picture("d\(number % 4)/\(number).jpg", number) }
            let photo = program.photos.appendingPathComponent("d1/1.jpg").path
            #expect(try program.run("index", program.photos.path).code == 0)
            #expect(try program.run("edit", photo, "--favorite").code == 0)
            #expect(try program.run("index").code == 0)
        }
    }

    func path(_ name: String) -> String { program.photos.appendingPathComponent(name).path }

    private var kept: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: state.path)
                .filter {
                    $0.contains(".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
                }
        }
    }

    private func damage(_ places: [Range<Int>], with byte: UInt8 = 0) throws {
        try write(places.map { ($0, Data(repeating: byte, count: $0.count)) })
    }

    func write(_ parts: [(place: Range<Int>, bytes: Data)]) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: program.catalogue))
        for part in parts {
            try file.seek(toOffset: UInt64(part.place.lowerBound))
            try file.write(contentsOf: part.bytes)
        }
        try file.close()
    }

    /// The page that a table begins with.
    func place(of table: String) throws -> Range<Int> {
        try page("SELECT rootpage FROM sqlite_master WHERE name = ?", table)
    }

    /// The last page with rows of a table.
    func lastRows(of table: String) throws -> Range<Int> {
        try page("SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = 'leaf'", table)
    }

    private func page(_ query: String, _ table: String) throws -> Range<Int> {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c",
            """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2], sys.argv[3:]).fetchone()[0])
            """,
            program.catalogue, query, table,
        ]
        let page = try program.outcome(of: process).output.filter(\.isNumber)
        let end = try #require(Int(page)) * 4_096
        return end - 4_096..<end
    }

    /// Exchanges two pages, as a disk does that writes to the wrong place.
    func exchange(_ one: Range<Int>, _ other: Range<Int>) throws {
        let file = try Data(contentsOf: URL(fileURLWithPath: program.catalogue))
        try write([(one, file[other]), (other, file[one])])
    }

    @Test(arguments: ["tombstoneByName", "resource"])
    func `an index that tells nothing of the photos there are is damage, and they are not new`(
        other: String
    ) throws {
        let before = try program.assets().mapValues { $0["id"] as? String }
        try exchange(place(of: "resourceByName"), place(of: other))
        let backup = program.work.appendingPathComponent("backup.sqlite").path
        let refused = try program.run("backup", backup)
        #expect(refused.code == 65)
        #expect(
            refused.complaint.contains("is damaged"),
            "\(refused.complaint)"
        )
        let doctor = try program.run("doctor").lines.first { $0["check"] as? String == "catalogue" }
        #expect(doctor?["state"] as? String == "problem")
        let outcome = try program.run("index")
        #expect(outcome.code == 0, "\(outcome.complaint)")
        #expect(outcome.complaint.contains("saved: 60 of 60 files"), "\(outcome.complaint)")
        #expect(try program.assets().mapValues { $0["id"] as? String } == before)
        #expect(try program.assets()["d1/1.jpg"]?["favorite"] as? Bool == true)
        #expect(try program.run("audit").code == 0)
    }

    private static let exchanged = [
        ("resource", "status"), ("asset", "status"), ("resource", "volume"), ("resource", "edit"),
        ("asset", "resource"), ("edit", "assetByContentIdentifier"),
    ]

    @Test(arguments: Effort.part(3, of: exchanged))
    func `rows in the place of another table's or an index's are found`(
        table: String,
        other: String
    ) throws {
        let before = try program.assets().mapValues { $0["id"] as? String }
        try exchange(lastRows(of: table), place(of: other))
        let outcome = try program.run("index", "--check-catalogue")
        #expect(outcome.complaint.contains("saved: 60 of"), "\(outcome.complaint)")
        #expect(try program.run("index").code == 0)
        #expect(try program.assets().mapValues { $0["id"] as? String } == before)
        #expect(try program.assets()["d1/1.jpg"]?["favorite"] as? Bool == true)
        #expect(try program.run("audit").code == 0)
    }

    @Test(arguments: ["index", "watch"])
    func `an indexer goes on with what can be saved, under the same identifiers`(
        command: String
    ) throws {
        let before = try program.assets()
        let token = try program.run("status").lines.first?["token"] as? String ?? ""
        try damage([0..<4_096])
        let reader = try program.run("assets")
        #expect(reader.code == 65)
        #expect(
            reader.complaint.contains(
                "`heliograph index --check-catalogue --catalogue \(program.catalogue)` sets it aside"
            )
        )
        let arguments = command == "index" ? ["index"] : ["watch", "--once", "--since", token]
        let outcome = try program.run(arguments)
        #expect(outcome.code == 0, "\(outcome.complaint)")
        #expect(outcome.complaint.contains("saved: 60 of 60 files"))
        if command == "watch" {
            #expect(outcome.lines.dropFirst().first?["type"] as? String == "tokenExpired")
            let told = outcome.lines.filter { $0["reason"] as? String == "rescued" }
            #expect(told.contains { ($0["detail"] as? String)?.contains("damaged; saved") == true })
        }
        let after = try program.assets()
        #expect(after.mapValues { $0["id"] as? String } == before.mapValues { $0["id"] as? String })
        #expect(after["d1/1.jpg"]?["favorite"] as? Bool == true)
        #expect(try kept.count == 1)
        #expect(try program.run("audit").code == 0)
        let status = try program.run("status")
        let rescued = status.lines.first?["rescued"] as? String
        #expect(rescued?.contains("saved: 60 of 60 files") == true)
        // The state of each folder has the same reason, which is told once.
        #expect(status.output.components(separatedBy: "saved: 60 of 60 files").count == 2)
        #expect(
            try program.run("doctor").lines.contains { $0["check"] as? String == "rescue" }
        )
        // It is news once, and a note for as long as the damaged file is there.
        #expect(try !program.run("index").complaint.contains("damaged; saved"))
        for name in try kept { unlink(state.appendingPathComponent(name).path) }
        #expect(try program.run("status").lines.first?["rescued"] is NSNull)
    }

    @Test
    func `damage that only the work comes upon is dealt with in the same run`() throws {
        // The list of tables stays whole.
        var size = stat()
        #expect(stat(program.catalogue, &size) == 0)
        let pages = Int(size.st_size) / 4_096
        try damage((pages / 2..<pages).map { $0 * 4_096..<($0 + 1) * 4_096 }, with: 0xA5)
        let outcome = try program.run("index")
        #expect(outcome.code == 0, "\(outcome.complaint)")
        #expect(try program.assets().count == 60)
        #expect(try program.run("audit").code == 0)
    }

    /// Whether `doctor` takes the catalogue for sound; if not, it has to name the line that leads away from that.
    private func isSound() throws -> Bool {
        let findings = try program.run("doctor").lines
        let finding = try #require(findings.first { $0["check"] as? String == "catalogue" })
        if finding["state"] as? String == "ok" { return true }
        #expect((finding["cure"] as? String)?.contains("index --check-catalogue") == true)
        return false
    }

    @Test
    func `a lost page that nothing reads is found by those who check, and saved what is left`()
        throws
    {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        let sound = try Data(contentsOf: URL(fileURLWithPath: program.catalogue))
        let backup = program.work.appendingPathComponent("backup").path
        var saved = 0
        // One page at least that leads to others, for many are free.
        var places = (0..<Effort.count(2, of: 9)).map { _ in
            Int.random(in: 1..<sound.count / 4_096, using: &generator)
        }
        places.append(try #require(pages(5).randomElement(using: &generator)))
        for page in places {
            for name in try FileManager.default.contentsOfDirectory(atPath: state.path) {
                unlink(state.appendingPathComponent(name).path)
            }
            try sound.write(to: URL(fileURLWithPath: program.catalogue))
            try damage([page * 4_096..<(page + 1) * 4_096], with: 0xA5)
            unlink(backup)
            let isDamaged = try program.run("backup", backup).code != 0
            #expect(try isDamaged == !isSound(), "seed \(seed), page \(page)")
            let outcome = try program.run("index", "--check-catalogue")
            #expect(outcome.code == 0, "seed \(seed), page \(page): \(outcome.complaint)")
            if isDamaged { #expect(outcome.complaint.contains("damaged; saved")) }
            saved += try kept.count
            #expect(try isSound(), "seed \(seed), page \(page)")
            #expect(try program.run("backup", backup).code == 0, "seed \(seed), page \(page)")
            #expect(try program.assets().count == 60, "seed \(seed), page \(page)")
        }
        #expect(saved > 0, "seed \(seed)")
    }

    /// Pages of a table's rows, or of the list of tables, that have a text, or those that lead to such pages.
    private func pages(_ kind: UInt8 = 13, with text: String = "") throws -> [Int] {
        let file = try Data(contentsOf: URL(fileURLWithPath: program.catalogue))
        return (1..<file.count / 4_096).filter { page in
            let bytes = file[page * 4_096..<(page + 1) * 4_096]
            return bytes.first == kind && (text.isEmpty || bytes.range(of: Data(text.utf8)) != nil)
        }
    }

    @Test
    func `folders, a part of the list of tables, and what leads to rows cost nothing`()
        throws
    {
        let before = try program.assets().mapValues { $0["id"] as? String }
        let sound = try Data(contentsOf: URL(fileURLWithPath: program.catalogue))
        let places = try pages(with: "CREATE TABLE") + pages(with: program.photos.path)
        let inner = try pages(5)
        #expect(places.count > 2 && !inner.isEmpty)
        for page in Effort.part(4, of: places + inner) {
            for name in try FileManager.default.contentsOfDirectory(atPath: state.path) {
                unlink(state.appendingPathComponent(name).path)
            }
            try sound.write(to: URL(fileURLWithPath: program.catalogue))
            try damage([page * 4_096..<(page + 1) * 4_096], with: 0xA5)
            let outcome = try program.run("index", "--check-catalogue")
            #expect(outcome.code == 0, "page \(page): \(outcome.complaint)")
            let saved = "saved: 60 of 60 files with their identifiers, 1 of 1 edits"
            #expect(outcome.complaint.contains(saved), "page \(page): \(outcome.complaint)")
            #expect(try program.assets().mapValues { $0["id"] as? String } == before)
            #expect(try program.run("audit").code == 0)
        }
    }

    /// Places of the header at which SQLite may take another byte for the work of a later version.
    @Test(
        arguments: Effort.part(
            3,
            of: [[18], [19], [21], [47], [59], [69], [25, 47, 50, 69, 72, 75, 95]]
        )
    )
    func `wrong bytes in the header are damage, and cost nothing`(places: [Int]) throws {
        let before = try program.assets().mapValues { $0["id"] as? String }
        try damage(places.map { $0..<$0 + 1 }, with: 0x77)
        let reader = try program.run("assets")
        // Who reads need not mind that SQLite would not write.
        let isDamage = reader.code == 65 && reader.complaint.contains("--check-catalogue")
        #expect(places == [18] || isDamage, "\(reader.complaint)")
        let outcome = try program.run("index")
        #expect(outcome.code == 0 && outcome.complaint.contains("saved: 60 of 60 files"))
        #expect(try program.assets().mapValues { $0["id"] as? String } == before)
    }

    @Test
    func `a catalogue without its beginning and its log is known by its list of tables`() throws {
        for ending in ["-wal", "-shm"] { unlink(program.catalogue + ending) }
        try damage([0..<4_096])
        let reader = try program.run("assets")
        #expect(reader.code == 65 && reader.complaint.contains("--check-catalogue"))
        #expect(try program.run("index").complaint.contains("saved: 60 of 60 files"))
    }

    @Test
    func `a folder whose path is none by now has that of the index of paths`() throws {
        let path = Data(program.photos.path.utf8)
        let file = try Data(contentsOf: URL(fileURLWithPath: program.catalogue))
        let page = try #require(try pages(with: program.photos.path).first)
        let there = file[page * 4_096..<(page + 1) * 4_096].range(of: path)
        let start = try #require(there).lowerBound
        try damage([start + 3..<start + 4])
        let outcome = try program.run("index")
        #expect(outcome.code == 0, "\(outcome.complaint)")
        #expect(outcome.complaint.contains("saved: 60 of 60 files"), "\(outcome.complaint)")
        #expect(try program.assets().count == 60)
    }

    @Test
    func `what an index of unique values contradicts is damage`() throws {
        let file = try Data(contentsOf: URL(fileURLWithPath: program.catalogue))
        let start = try place(of: "volume").lowerBound
        // The last byte of the page is that of the first row's number.
        #expect(file[start] == 13)
        try damage([start + 4_095..<start + 4_096], with: file[start + 4_095] ^ 1)
        let outcome = try program.run("index")
        #expect(outcome.complaint.contains("is damaged"), "\(outcome.complaint)")
        #expect(outcome.complaint.contains("saved: 60 of 60 files"), "\(outcome.complaint)")
    }

    @Test
    func `random bytes get clear words from a reader, and an indexer begins anew`() throws {
        var generator = SplitMix(state: 3)
        let noise = (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try Data(noise).write(to: URL(fileURLWithPath: program.catalogue))
        for command in [["assets"], ["status"], ["audit"], ["changes"]] {
            let outcome = try program.run(command)
            #expect(outcome.code == 65 && outcome.complaint.contains("is damaged"), "\(command)")
        }
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(try program.assets().count == 60)
        #expect(try kept.count == 1)
    }

    @Test
    func `what lies in the trash comes back though the catalogue lost its directory`() throws {
        let before = try program.assets()
        #expect(try program.run("trash", path("d1/1.jpg"), path("d2/2.jpg")).code == 0)
        let trashed = try program.run("assets", "--where", "trashed == YES").lines
        let ids = trashed.compactMap { $0["id"] as? String }
        #expect(ids.count == 2)
        try damage([try place(of: "directory")])
        let outcome = try program.run("index", "--check-catalogue")
        #expect(outcome.code == 0 && outcome.complaint.contains(", 2 of 2 files in the trash"))
        let restored = try program.run(["restore"] + ids)
        #expect(restored.code == 0, "\(restored.complaint)")
        #expect(try program.run("index").code == 0)
        let after = try program.assets()
        #expect(after.mapValues { $0["id"] as? String } == before.mapValues { $0["id"] as? String })
        #expect(after["d1/1.jpg"]?["favorite"] as? Bool == true)
    }

    /// Of one byte SQLite says nothing either.
    @Test(arguments: [0, 1])
    func `an empty file in the place of a catalogue is told of, and filled`(size: Int) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: state.path) {
            unlink(state.appendingPathComponent(name).path)
        }
        try Data(repeating: 0x53, count: size)
            .write(to: URL(fileURLWithPath: program.catalogue))
        let first = try program.run("index", program.photos.path)
        #expect(first.code == 0 && first.complaint.contains("is empty, so a new library begins"))
        #expect(first.complaint.contains("heliograph restore-catalogue FILE"))
        #expect(try program.run("index").complaint.isEmpty)
        #expect(try program.assets().count == 60)
    }

    /// A letter, and files of which only the beginning is that of a database.
    private static let others: [Data] = {
        let beginning = Data("SQLite format 3\0".utf8) + [0x10, 0, 2, 2, 0, 0x40, 0x20, 0x20]
        return [
            Data("Dear Ann".utf8), beginning + Data(repeating: 0, count: 40_000),
            beginning + Data(repeating: 0xA7, count: 40_000),
        ]
    }()

    @Test(arguments: others)
    func `somebody's file that was never a catalogue stays where it is`(_ bytes: Data) throws {
        let file = program.work.appendingPathComponent("letter").path
        try bytes.write(to: URL(fileURLWithPath: file))
        for options in [[], ["--check-catalogue"]] {
            let words = ["index", program.photos.path, "--catalogue", file] + options
            let outcome = try program.run(words)
            #expect(outcome.code == 65)
            #expect(outcome.complaint.contains("looks like no catalogue"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
        }
    }
}
