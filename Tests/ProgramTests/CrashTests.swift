import Foundation
import TestSupport
import Testing

/// A block of changes killed at each of its calls that change something on disk.
struct CrashTests {
    /// What there is to see of a library from outside.
    struct State: Equatable {
        var files: [String]
        var trash: [String]
        var source: [String]
        var assets: [String]
        var albums: [String]

        /// The same but for a directory.
        fileprivate func without(_ name: String) -> State {
            var state = self
            state.files.removeAll { $0.hasPrefix(name) }
            state.assets.removeAll { $0.hasPrefix(name) }
            state.albums.removeAll { $0.hasPrefix(name) }
            return state
        }
    }

    /// A library that the block can be carried out in.
    final class Scene {
        let program: Program
        let incoming: URL

        init() throws {
            program = try Program()
            incoming = program.work.appendingPathComponent("incoming")
            try FileManager.default.createDirectory(
                at: incoming,
                withIntermediateDirectories: true
            )
            try program.write(Sample.liveStill("pair-one"), to: "live/live.jpg")
            try program.write(Sample.liveFilm("pair-one"), to: "live/live.mov")
            try program.picture("edited.jpg", 1)
            try program.picture("old/deleted.jpg", 2)
            try program.picture("live/other.jpg", 5)
            for (number, name) in ["revised", "reverted"].enumerated() {
                try program.picture("edits/\(name).jpg", 6 + number)
                try program.picture("edits/\(name)-edited.jpg", 8 + number)
                let plist = """
                    <plist version='1.0'><dict><key>adjustmentFormatIdentifier</key>
                    <string>com.apple.photo</string></dict></plist>
                    """
                try program.write(Array(plist.utf8), to: "edits/\(name).AAE")
            }
            try Data(Program.jpeg(3)).write(to: incoming.appendingPathComponent("moved.jpg"))
            try Data(Program.jpeg(4)).write(to: incoming.appendingPathComponent("data.jpg"))
            try program.run("index", program.photos.path)
            let deleted = program.photos.appendingPathComponent("old/deleted.jpg")
            try program.run("trash", deleted.path)
            try FileManager.default.removeItem(at: deleted.deletingLastPathComponent())
            try program.run("index")
        }

        /// Runs the block, killed at a call if one is named; the answer says whether it came to its end.
        func block(_ environment: [String: String]) throws -> Bool {
            let process = program.process([
                program.catalogue, incoming.appendingPathComponent("moved.jpg").path,
                incoming.appendingPathComponent("data.jpg").path,
            ])
            process.executableURL = Program.products.appendingPathComponent("change-block")
            process.environment?["TMPDIR"] = program.work.path
            process.environment?.merge(environment) { $1 }
            let output = Pipe.closedInOthers()
            process.standardOutput = output
            try process.run()
            let text = output.fileHandleForReading.readPatiently()
            process.waitPatiently()
            #expect(process.terminationReason == .uncaughtSignal || process.terminationStatus == 0)
            let said = String(decoding: text, as: UTF8.self)
            #expect(said == "" || said == "done\n")
            return said == "done\n"
        }

        /// Runs the indexer, which may be killed.
        func index(_ environment: [String: String]) throws {
            let process = program.process(["index"])
            process.environment?.merge(environment) { $1 }
            (process.standardOutput, process.standardError) = (nil, nil)
            try process.run()
            process.waitPatiently()
        }

        func state() throws -> State {
            let assets = try program.run("assets", "--include-hidden").lines
            let albums = try program.run("albums", "--kind", "album").lines
            return State(
                files: names(program.photos),
                trash: names(program.work.appendingPathComponent("data/Trash")),
                source: names(incoming),
                assets: assets.map { asset in
                    let files = asset["resources"] as? [[String: Any]] ?? []
                    let names = files.map { "\($0["type"] ?? "") \($0["path"] ?? "")" }
                    return "\(asset["path"] ?? "") \(asset["favorite"] ?? "") \(names)"
                }.sorted(),
                albums: albums.map { "\($0["title"] ?? "") \($0["count"] ?? "")" }.sorted()
            )
        }

        private func names(_ folder: URL) -> [String] {
            let all = FileManager.default.enumerator(atPath: folder.path)
            return (all?.compactMap { $0 as? String } ?? []).sorted()
        }

        var leftovers: [String] {
            let folder = URL(fileURLWithPath: program.catalogue).deletingLastPathComponent()
            return names(folder).filter { $0.contains("-files-") }
        }
    }

    static func preloading(_ more: [String: String]) throws -> [String: String] {
        try ["LD_PRELOAD": #require(Preload.stopAt)].merging(more) { $1 }
    }

    @Test
    func `a block that is killed anywhere has happened whole or not at all`() throws {
        let whole = try Scene()
        let before = try whole.state()
        let trace = whole.program.work.appendingPathComponent("trace")
        #expect(try whole.block(Self.preloading(["STOP_TRACE": trace.path])))
        let after = try whole.state()
        #expect(before != after && after.albums.contains("Block 2"))
        #expect(after.files.contains("old/deleted.jpg") && !after.files.contains("live/live.jpg"))
        let edits = after.files.filter { $0.hasPrefix("edits/") }
        #expect(
            edits
                == ["reverted.jpg", "revised-edited.jpg", "revised.AAE", "revised.jpg"].map {
                    "edits/\($0)"
                }
        )
        #expect(after.trash.count { $0.contains("edited") } == 4)
        let calls = try TracedCall.all(in: trace)
        #expect(calls.count > 100)

        let seed = Effort.seed
        var random = SplitMix(state: seed)
        // Before each call but a further one of the same kind to the same file.
        let points = calls.indices.filter { (index: Int) -> Bool in
            index == 0 || calls[index] != calls[index - 1]
        }.map { $0 + 1 }
        #expect(points.count > 40)
        let tried =
            [points[0]] + Effort.part(4, of: Array(points[1..<points.count - 1])) + [
                points[points.count - 1]
            ]
        var happened = 0
        for point in tried {
            let scene = try Scene()
            let isDone = try scene.block(Self.preloading(["STOP_AT": "\(point)"]))
            if random.next() % 3 == 0 {
                // Who cleans up may be killed too.
                try scene.index(Self.preloading(["STOP_AT": "\(1 + random.next() % 80)"]))
            }
            #expect(try scene.program.run("index").code == 0)
            let state = try scene.state()
            #expect(
                state == after || (state == before && !isDone),
                "killed at \(point), seed \(seed)"
            )
            if state == after { happened += 1 }
            #expect(scene.leftovers == [], "killed at \(point)")
            let audit = try scene.program.run("audit")
            #expect(audit.code == 0, "killed at \(point): \(audit.output)\(audit.complaint)")
        }
        print(
            "crash: seed \(seed), \(tried.count) of \(calls.count) points, \(happened) had happened"
        )
        #expect(happened > 0 && happened < tried.count)
    }

    @Test
    func `what a killed block took away is back while the indexer follows`() throws {
        let counting = try Scene()
        let log = counting.program.work.appendingPathComponent("count")
        try Data().write(to: log)
        let before = try counting.state()
        #expect(try counting.block(Self.preloading(["STOP_LOG": log.path])))
        let after = try counting.state()
        let text = try String(contentsOf: log, encoding: .utf8)
        let count = try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        for _ in 0..<Effort.count(3, of: 12) {
            let point = count / 3 + Int(random.next() % UInt64(count * 2 / 3))
            let scene = try Scene()
            let feed = try Feed(scene.program, scene.program.photos.path)
            try feed.waitUntilSynced()
            _ = try scene.block(Self.preloading(["STOP_AT": "\(point)"]))
            // Whatever comes has the indexer look for what was left undone.
            try scene.program.picture("fresh/fresh.jpg", 9)
            _ = try feed.asset("fresh/fresh.jpg", "inserted")
            try scene.program.wait {
                let state = try scene.state().without("fresh")
                return state == before || state == after
            }
            #expect(feed.stop() == 0)
            #expect(try scene.program.run("audit").code == 0, "killed at \(point), seed \(seed)")
        }
    }

    @Test
    func `what a killed trash took away is back with restore, without an indexer`() throws {
        let program = try Program()
        try program.picture("a.jpg", 1)
        #expect(try program.run("index", program.photos.path).code == 0)
        let photo = program.photos.appendingPathComponent("a.jpg").path
        let trace = program.work.appendingPathComponent("trace")
        func trash(_ environment: [String: String]) throws {
            try Self.trash(photo, of: program, environment)
        }
        try trash(["STOP_TRACE": trace.path])
        #expect(try program.run("restore", photo).code == 0)
        let count = try TracedCall.all(in: trace).count
        var undone = 0
        for point in stride(from: 1, through: count, by: max(1, count / 16)) {
            try trash(["STOP_AT": "\(point)"])
            let restored = try program.run("restore", photo)
            #expect(access(photo, F_OK) == 0, "killed at \(point)")
            #expect([0, 1].contains(restored.code), "killed at \(point)")
            undone += restored.code == 0 ? 0 : 1
        }
        #expect(undone > 0)
        #expect(try program.run("audit").code == 0)
    }

    private static func trash(_ photo: String, of program: Program, _ environment: [String: String])
        throws
    {
        let process = program.process(["trash", photo])
        process.environment?.merge(try preloading(environment)) { $1 }
        (process.standardOutput, process.standardError) = (nil, nil)
        try process.run()
        process.waitPatiently()
    }

    @Test
    func `what a killed trash began is over before a backup takes the catalogue's place`() throws {
        let program = try Program()
        let names = ["a.jpg", "a.jpg.xmp"].map { program.photos.appendingPathComponent($0) }
        func make() throws {
            try program.picture("a.jpg", 1)
            try Data("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8).write(to: names[1])
            #expect(try program.run("index", program.photos.path).code == 0)
        }
        try make()
        let backup = program.work.appendingPathComponent("backup").path
        let trace = program.work.appendingPathComponent("trace")
        #expect(try program.run("backup", backup).code == 0)
        try Self.trash(names[0].path, of: program, ["STOP_TRACE": trace.path])
        let count = try TracedCall.all(in: trace).count
        for point in stride(from: 1, through: count, by: max(1, count / 24)) {
            try make()
            try Self.trash(names[0].path, of: program, ["STOP_AT": "\(point)"])
            let restored = try program.run("restore-catalogue", backup)
            #expect(restored.code == 0, "killed at \(point): \(restored.complaint)")
            let areThere = names.map { access($0.path, F_OK) == 0 }
            #expect(areThere[0] == areThere[1], "killed at \(point)")
        }
    }
}
