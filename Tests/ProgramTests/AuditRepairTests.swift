import Foundation
import TestSupport
import Testing

/// `audit --repair` with an indexer and without.
struct AuditRepairTests {
    private let program: Program

    init() throws {
        program = try Program()
        for number in 0..<6 { try program.picture("d/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    @Test
    func `differences from the disk are mended where no indexer runs`() throws {
        try program.remove("d/1.jpg")
        try program.picture("d/2.jpg", 77)
        try program.picture("d/new.jpg", 78)
        let repair = try program.run("audit", "--repair")
        #expect(repair.code == 0, "\(repair.complaint)")
        #expect(repair.lines.count == 3)
        #expect(repair.lines.allSatisfy { $0["mended"] as? Bool == true })
        #expect(try program.run("audit").code == 0)
        #expect(try program.run("audit", "--repair").output == "")
    }

    @Test
    func `a running indexer is asked to look`() throws {
        // What is written through another link, out of the folder, no event tells of. The event of the link itself
        // would have it look.
        let other = program.work.appendingPathComponent("other.jpg").path
        #expect(link(program.photos.appendingPathComponent("d/3.jpg").path, other) == 0)
        let feed = try Feed(program, "--since", try program.token())
        try feed.waitUntilSynced()
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: other))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("more".utf8))
        try handle.close()
        #expect(try program.run("audit").code == 1)
        let repair = try program.run("audit", "--repair")
        #expect(repair.code == 0, "\(repair.complaint)")
        #expect(repair.lines.first?["mended"] as? Bool == true)
        #expect(feed.process.isRunning)
        #expect(feed.stop() == 0)
    }

    @Test
    func `who holds the catalogue and does not listen is not ended`() throws {
        try program.remove("d/1.jpg")
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        holder.arguments = ["--no-fork", "-x", program.catalogue + "-lock", "sleep", "1000"]
        try holder.run()
        // It has the signals blocked that are in the thread that started it.
        defer { kill(holder.processIdentifier, SIGKILL) }
        try program.wait { try program.run("index").code == 75 }
        let repair = try program.run("audit", "--repair")
        #expect(repair.code == 1)
        #expect(repair.complaint.contains("does not listen"))
        #expect(holder.isRunning)
    }

    @Test
    func `a folder that is away is not repaired away`() throws {
        let away = program.work.appendingPathComponent("away").path
        try FileManager.default.moveItem(atPath: program.photos.path, toPath: away)
        let repair = try program.run("audit", "--repair")
        #expect(repair.code == 1)
        #expect(repair.complaint.contains("is offline"))
        try FileManager.default.moveItem(atPath: away, toPath: program.photos.path)
        #expect(try program.assets().count == 6)
        #expect(try program.run("index").code == 0)
        #expect(try program.run("audit").code == 0)
    }

    @Test(arguments: [false, true])
    func `a folder that is away is left to the indexer that runs, or else to one to be started`(
        isWatched: Bool
    ) throws {
        let feed = isWatched ? try Feed(program) : nil
        try feed?.waitUntilSynced()
        let away = program.work.appendingPathComponent("away").path
        try FileManager.default.moveItem(atPath: program.photos.path, toPath: away)
        let audit = try program.run("audit")
        #expect(audit.code == 1)
        let cure = feed.map { feed in
            "the indexer (process \(feed.process.processIdentifier)) checks it when the folder is back"
        }
        let words = "\(program.photos.path) is offline and was skipped; "
        let end =
            cure
            ?? "when the folder is back, run: heliograph index --catalogue \(program.catalogue)"
        #expect(audit.complaint.contains("\(words)\(end)\n"), "\(audit.complaint)")
    }

    @Test
    func `what a repair leaves out because its folder is empty is not said to be mended`() throws {
        let (there, away) = (
            program.photos.appendingPathComponent("d"), program.work.appendingPathComponent("away")
        )
        try FileManager.default.moveItem(at: there, to: away)
        let repair = try program.run("audit", "--repair")
        #expect(repair.code == 1)
        #expect(
            repair.complaint.contains(
                "type while no indexer runs: heliograph index --accept-root \(program.photos.path)"
            )
        )
        #expect(repair.lines.count == 6)
        #expect(repair.lines.allSatisfy { $0["mended"] as? Bool == false })
        try FileManager.default.moveItem(at: away, to: there)
        #expect(try program.run("index").code == 0)
        #expect(try program.run("audit").code == 0)
        #expect(try program.assets().count == 6)
    }
}
