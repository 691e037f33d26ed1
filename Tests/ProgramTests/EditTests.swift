import Foundation
import TestSupport
import Testing

struct EditCommandTests {
    @Test
    func `edits are told, stay over changes of the file, and can be taken back`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let path = program.photos.appendingPathComponent("a.jpg").path
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let edited = try program.run(
            "edit",
            path,
            "--favorite",
            "--date",
            "2001-02-03 04:05:06+01:00",
            "--location",
            "41.9,12.5,20"
        )
        #expect(edited.code == 0, "\(edited.complaint)")
        let line = try #require(edited.lines.first)
        #expect(line["favorite"] as? Bool == true && line["latitude"] as? Double == 41.9)
        #expect(line["creationDate"] as? String == "2001-02-03T04:05:06.000+01:00")
        #expect(line["creationDateSource"] as? String == "user")
        let told = try feed.asset("a.jpg", "changed")
        let keys = Set(told["changedKeys"] as? [String] ?? [])
        #expect(keys.isSuperset(of: ["favorite", "creationDate", "latitude"]))
        try program.picture("a.jpg", 2)
        let changed = try feed.asset("a.jpg", "changed")
        #expect((changed["asset"] as? [String: Any])?["favorite"] as? Bool == true)
        let back = try program.run(
            "edit",
            path,
            "--no-favorite",
            "--date",
            "file",
            "--location",
            "file",
            "--hidden"
        )
        #expect(back.lines.first?["latitude"] is NSNull)
        #expect(try program.run("assets").lines.isEmpty)
        #expect(try program.run("assets", "--include-hidden").lines.count == 1)
        #expect(feed.stop() == 0)
        #expect(try program.run("edit", path, "--no-hidden").code == 0)
        #expect(try program.run("audit").code == 0)
        let missing = try program.run("edit", "/nowhere.jpg", "--favorite")
        #expect(missing.code == 1 && missing.complaint.contains("there is no asset /nowhere.jpg"))
        #expect(!missing.complaint.contains("looks the same"))
        #expect(try program.run("edit", path).code == 64)
        for time in ["5", "0s", "soon"] {
            let refused = try program.run("index", "--history", time)
            #expect(refused.code == 64 && refused.complaint.contains("write it as 90s, 30m"))
            let plan = try program.run("index", "--rescan", time)
            #expect(plan.code == 64 && plan.complaint.contains("write it as 30m, 03:00 or off"))
        }
        let misspelled = try program.run("edit", path, "--favourite")
        #expect(misspelled.code == 64)
        #expect(misspelled.complaint.contains("Unknown option '--favourite'"))
        #expect(try program.run("edit", path, "--location", "91,0").code == 64)
        for date in ["yesterday", "2023-02-30", "2023-04-31 12:00", "2023-13-01"] {
            #expect(try program.run("edit", path, "--date", date).code == 64, "\(date)")
        }
        #expect(try program.run("edit", path, "--date", "2024-02-29").code == 0)
        #expect(try program.run("edit", path, "--location", "0x10,1").code == 64)
        #expect(try program.run("edit", path, "--location=-33.9,151.2").code == 0)
    }

    @Test func `a name that looks the same as the one typed is pointed out`() throws {
        let program = try Program()
        try program.picture("Ko\u{308}ln.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let id = try #require(try program.run("assets").lines.first?["id"] as? String)
        let typed = program.photos.path + "/K\u{F6}ln.jpg"
        let refused = try program.run("edit", typed, "--favorite")
        #expect(refused.code == 1 && refused.complaint.contains("looks the same"))
        #expect(refused.complaint.contains(id), "\(refused.complaint)")
    }

    @Test
    func `albums are made, filled, renamed and deleted`() throws {
        let program = try Program()
        for number in 1...3 { try program.picture("\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        func path(_ number: Int) -> String {
            program.photos.appendingPathComponent("\(number).jpg").path
        }
        let folder = try program.run("album", "create", "Years", "--folder").lines.first
        let made = try program.run(
            "album",
            "create",
            "Best",
            "--in",
            folder?["id"] as? String ?? ""
        )
        let album = try #require(made.lines.first?["id"] as? String)
        #expect(made.lines.first?["parentId"] as? String == folder?["id"] as? String)
        func members() throws -> [String] {
            try program.run("assets", "--album", album).lines.compactMap { $0["path"] as? String }
        }
        #expect(try program.run("album", "add", album, path(3), path(1), path(2)).code == 0)
        #expect(try members() == ["3.jpg", "1.jpg", "2.jpg"])
        #expect(try program.run("album", "move", album, path(2), "--to", "0").code == 0)
        #expect(
            try program.run("album", "remove", album, path(1)).lines.first?["count"] as? Int == 2
        )
        #expect(try members() == ["2.jpg", "3.jpg"])
        #expect(
            try program.run("album", "rename", album, "Better").lines.first?["title"] as? String
                == "Better"
        )
        let directory =
            try program.run("albums", "--kind", "album").lines
            .first { $0["path"] as? String == "" }?["id"] as? String
        let refused = try program.run("album", "remove", directory ?? "", path(1))
        #expect(refused.code == 1 && refused.complaint.contains("it lies in the directory"))
        for name in [directory ?? "", program.photos.lastPathComponent] {
            let kept = try program.run("album", "rename", name, "Other")
            #expect(kept.code == 1 && kept.complaint.contains("is not an album made with"))
        }
        for title in ["", "  "] {
            let refused = try program.run("album", "create", title)
            #expect(refused.code == 64 && refused.complaint.contains("at least one visible"))
            #expect(try program.run("album", "rename", album, title).code == 64)
        }
        #expect(try program.run("album", "delete", folder?["id"] as? String ?? "").code == 0)
        #expect(try program.run("album", "add", album, path(1)).code == 1)
        #expect(try program.run("assets").lines.count == 3)
    }

    @Test
    func `many editors at once lose nothing while files arrive`() throws {
        let program = try Program()
        for number in 0..<40 { try program.picture("old/\(number).jpg", number) }
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let failures = Failures()
        // It only names folders and starts processes.
        nonisolated(unsafe) let shared = program
        DispatchQueue.concurrentPerform(iterations: 9) { worker in
            do {
                if worker == 8 {
                    for number in 100..<400 { try shared.picture("new/\(number).jpg", number) }
                    return
                }
                for number in 0..<5 {
                    let path = shared.photos.appendingPathComponent(
                        "old/\(worker * 5 + number).jpg"
                    )
                    let outcome = try shared.run("edit", path.path, "--favorite")
                    if outcome.code != 0 { failures.add(outcome.complaint) }
                }
            } catch {
                failures.add("\(error)")
            }
        }
        #expect(failures.all == [])
        // They may be read in another order than they came.
        try program.wait { try program.run("assets").lines.count == 340 }
        #expect(feed.stop() == 0)
        let favorites = try program.run("assets", "--where", "favorite == YES").lines
        #expect(favorites.count == 40)
        #expect(try program.run("assets").lines.count == 340)
        #expect(try program.run("audit").code == 0)
    }
}

/// What went wrong in several threads.
private final class Failures: @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is touched with the lock held only.
    private let lock = NSLock()
    private var texts: [String] = []

    func add(_ text: String) { lock.withLock { texts.append(text) } }

    var all: [String] { lock.withLock { texts } }
}

struct TrashCommandTests {
    private func line(_ outcome: Program.Outcome) -> String? {
        outcome.lines.first?["id"] as? String
    }

    @Test
    func `an asset is deleted and comes back while the indexer follows, and nothing is told twice`()
        throws
    {
        let program = try Program()
        for number in 1...3 { try program.picture("a/\(number).jpg", number) }
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let path = program.photos.appendingPathComponent("a/1.jpg").path
        let id = line(try program.run("edit", path, "--favorite"))
        _ = try feed.asset("a/1.jpg", "changed")
        #expect(try program.run("trash", path).code == 0)
        _ = try feed.asset("a/1.jpg", "removed")
        #expect(!FileManager.default.fileExists(atPath: path))
        let listed = try program.run("assets", "--where", "trashed == YES")
        #expect(line(listed) == id && listed.lines.count == 1)
        #expect(listed.lines.first?["trashed"] as? Bool == true)
        let twice = try program.run("trash", path)
        #expect(twice.code == 1 && twice.complaint.contains("\(path) is in the trash"))
        #expect(twice.complaint.contains("heliograph restore \(path) --catalogue"))
        let shown = try program.run("show", path)
        #expect(line(shown) == id && shown.complaint.contains("is in the trash"))
        #expect(try program.run("edit", path, "--hidden").complaint.contains("is in the trash"))

        let restored = try program.run("restore", path)
        #expect(line(restored) == id && restored.lines.first?["favorite"] as? Bool == true)
        #expect(restored.lines.first?["trashed"] == nil)
        #expect(
            (try feed.asset("a/1.jpg", "inserted")["asset"] as? [String: Any])?["id"] as? String
                == id
        )
        let unknown = try program.run("restore", path)
        #expect(unknown.code == 1 && unknown.complaint.contains("there is no deleted asset"))
        #expect(try program.run("audit").code == 0)
        try program.picture("a/4.jpg", 4)
        _ = try feed.asset("a/4.jpg", "inserted")
        #expect(feed.stop() == 0)
    }

    @Test
    func `one asset that cannot be deleted keeps all others`() throws {
        let program = try Program()
        for number in 1...2 { try program.picture("a/\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        try program.remove("a/2.jpg")
        let paths = (1...2).map { program.photos.appendingPathComponent("a/\($0).jpg").path }
        let outcome = try program.run(["trash"] + paths)
        #expect(outcome.code == 1 && outcome.complaint.contains("a/2.jpg is not there"))
        #expect(FileManager.default.fileExists(atPath: paths[0]))
        #expect(try program.run("assets").lines.count == 2)
        let trashed = try program.run("trash", paths[0])
        #expect(trashed.lines.map { $0["path"] as? String } == ["a/1.jpg"])
    }

    @Test
    func `a second album of a title is created, and its title no longer names it`() throws {
        let program = try Program()
        try program.picture("a/1.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(try program.run("album", "create", "Best").complaint.isEmpty)
        let second = try program.run("album", "create", "Best")
        #expect(second.code == 0 && second.complaint.contains("name each by its identifier"))
        let photo = program.photos.path + "/a/1.jpg"
        #expect(try program.run("album", "add", "Best", photo).code != 0)
    }
}
