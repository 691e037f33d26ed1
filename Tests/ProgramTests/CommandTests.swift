import Foundation
import TestSupport
import Testing

struct CommandTests {
    @Test
    func `each misuse has its message and its exit code`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let file = program.photos.appendingPathComponent("a.jpg").path
        let cases: [([String], Int32, String)] = [
            (["index", program.photos.path + "-none"], 66, "cannot be used"),
            (["index", file], 66, "is a file, not a folder"),
            (
                ["index", "--catalogue", "\(program.photos.path)/c.sqlite", program.photos.path],
                73, "inside"
            ),
            (["index"], 64, "no folder is named"),
            (["assets", "--catalogue", "\(program.work.path)/none"], 66, "there is no catalogue"),
            (["assets", "--sort", "colour"], 64, "colour"),
            (["changes", "--keys", "colour"], 64, "colour"),
            (["watch", "--no-such"], 64, "no-such"),
        ]
        for (arguments, code, text) in cases {
            let process = program.process(arguments)
            let pipe = Pipe.closedInOthers()
            process.standardError = pipe
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let complaint = String(
                decoding: pipe.fileHandleForReading.readPatiently(),
                as: UTF8.self
            )
            process.waitPatiently()
            #expect(process.terminationStatus == code, "\(arguments): \(complaint)")
            #expect(complaint.contains(text), "\(arguments): \(complaint)")
        }
    }

    @Test
    func `a second indexer says who holds the catalogue`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        let second = try program.run("index")
        #expect(second.code == 75)
        #expect(second.complaint.contains("process \(feed.process.processIdentifier)"))
        #expect(feed.stop() == 0)
    }

    @Test
    func `audit finds what was tampered with`() throws {
        let program = try Program()
        for number in 0..<5 { try program.picture("d/f\(number).jpg", number) }
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(try program.run("audit").code == 0)
        try FileManager.default.removeItem(at: program.photos.appendingPathComponent("d/f1.jpg"))
        try program.picture("d/f2.jpg", 77)
        try program.picture("d/new.jpg", 78)
        let audit = try program.run("audit")
        #expect(audit.code == 1)
        let found = audit.lines.compactMap { line -> String? in
            guard let kind = line["difference"] as? String, let path = line["path"] as? String
            else { return nil }
            return "\(kind) \(path)"
        }
        #expect(found.sorted() == ["changed d/f2.jpg", "ghost d/f1.jpg", "missing d/new.jpg"])
    }

    @Test
    func `assets are listed by condition and order, and a wrong condition is explained`() throws {
        let program = try Program()
        for number in 1...3 { try program.picture("\(number).jpg", number) }
        try program.write(Sample.film(samples: 10), to: "4.mov")
        #expect(try program.run("index", program.photos.path).code == 0)
        let paths = { (arguments: [String]) in
            try program.run(["assets"] + arguments).lines.compactMap { $0["path"] as? String }
        }
        #expect(try paths(["--where", "mediaType == video"]) == ["4.mov"])
        #expect(
            try paths([
                "--where", "filename LIKE '?.jpg'", "--sort", "filename:desc", "--limit", "2",
            ])
                == ["3.jpg", "2.jpg"]
        )
        #expect(
            try paths(["--sort", "mediaType:desc", "--sort", "filename"])
                == ["4.mov", "1.jpg", "2.jpg", "3.jpg"]
        )
        let refused = try program.run("assets", "--where", "mediaType == 1 AND foo == 2")
        #expect(refused.code == 64)
        #expect(refused.complaint.contains("there is no key foo"))
        #expect(refused.complaint.contains("favorite or isFavorite, hidden or isHidden"))
        #expect(refused.complaint.contains("                     ^"))
    }

    @Test
    func `albums, folders, smart albums and moments are shown with their counts`() throws {
        let program = try Program()
        try program.picture("2023/Italy/a.jpg", 1)
        try program.picture("2023/Italy/Screenshot 1.jpg", 2)
        try program.picture("2023/b.jpg", 3)
        #expect(try program.run("index", program.photos.path).code == 0)
        let albums = try program.run("albums").lines
        let counts = albums.map {
            "\($0["kind"] ?? "") \($0["path"] as? String ?? $0["title"] as? String ?? ""): \($0["count"] ?? 0)"
        }
        #expect(
            counts.filter { !$0.hasSuffix(": 0") && !$0.hasPrefix("moment") }.sorted()
                == [
                    "album 2023/Italy: 2", "album 2023: 1", "folder 2023: 1", "folder : 1",
                    "smartAlbum All Photos: 3", "smartAlbum Recently Added: 3",
                    "smartAlbum Screenshots: 1",
                ].sorted()
        )
        #expect(counts.filter { $0.hasPrefix("smartAlbum") }.count == 21)
        // Neither folders nor smart albums count as albums, wherever they are counted.
        let synced = try program.run("watch", "--once").lines.last
        let status = try program.run("status").lines.first
        #expect(synced?["albums"] as? Int == 2 && status?["albums"] as? Int == 2)
        let moments = albums.filter { $0["kind"] as? String == "moment" }
        #expect(moments.compactMap { $0["count"] as? Int }.reduce(0, +) == 3)
        let members = try program.run("assets", "--album", moments.first?["id"] as? String ?? "")
        #expect(members.lines.count == moments.first?["count"] as? Int)
        let shown = try program.run("show", program.photos.path + "/2023/Italy/Screenshot 1.jpg")
        let evidence = shown.lines.first?["evidence"] as? [[String: Any]]
        #expect(evidence?.contains { $0["rule"] as? String == "fileName" } == true)
    }

    @Test
    func `explain tells why, and why not, and goes on after what it cannot read`() throws {
        let program = try Program()
        try program.picture("Screenshot 1.jpg", 1)
        try program.picture("sunscreen.jpg", 2)
        let path = { (name: String) in program.photos.appendingPathComponent(name).path }
        let outcome = try program.run(
            "explain",
            path("Screenshot 1.jpg"),
            path("none.jpg"),
            program.photos.path,
            path("sunscreen.jpg")
        )
        #expect(outcome.code == 66)
        #expect(outcome.complaint.contains("none.jpg cannot be opened"))
        #expect(outcome.complaint.contains("is no file that could hold a picture"))
        let reasons = outcome.lines.map { line in
            ["evidence", "refused"].map { key in
                (line[key] as? [[String: Any]] ?? []).map {
                    "\($0["value"] ?? ""): \($0["rule"] ?? "")"
                }
            }
        }
        #expect(
            reasons == [[["photoScreenshot: fileName"], []], [[], ["photoScreenshot: fileName"]]]
        )
    }

    /// How the torture disturbs: with kills and reloads, whose walks repair what was missed, and without any.
}
