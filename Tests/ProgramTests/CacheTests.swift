import Foundation
import TestSupport
import Testing

/// The example that keeps a cache in sync by CKFetchRecordChangesOperation.
struct CacheTests {
    private typealias Records = [String: [String: String]]

    /// What a cache's file says, up to its last token.
    private func records(_ file: URL) throws -> Records {
        var (records, waiting): (Records, [[String: Any]]) = ([:], [])
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let change = object, change["token"] == nil else {
                for change in waiting {
                    let name = change["record"] as? String ?? ""
                    guard let fields = change["fields"] as? [String: Any] else {
                        records[name] = nil
                        continue
                    }
                    for (key, value) in fields {
                        records[name, default: [:]][key] = value as? String
                    }
                }
                waiting = []
                continue
            }
            waiting.append(change)
        }
        return records
    }

    @discardableResult
    private func cache(
        _ program: Program,
        _ file: URL,
        _ limit: Int,
        _ environment: [String: String] = [:]
    ) throws -> Bool {
        let process = program.process([program.catalogue, file.path, "--limit", "\(limit)"])
        process.executableURL = Program.products.appendingPathComponent("cache")
        process.environment?.merge(environment) { $1 }
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitPatiently()
        let isKilled = process.terminationReason == .uncaughtSignal
        #expect(isKilled || process.terminationStatus == 0)
        return !isKilled
    }

    /// How often a run would change something on disk, found with a copy of the cache.
    private func calls(_ program: Program, _ file: URL, _ limit: Int) throws -> UInt64 {
        let copy = program.work.appendingPathComponent(UUID().uuidString)
        let log = program.work.appendingPathComponent(UUID().uuidString)
        try Data((try? Data(contentsOf: file)) ?? Data()).write(to: copy)
        try cache(program, copy, limit, CrashTests.preloading(["STOP_LOG": log.path]))
        let text = try String(contentsOf: log, encoding: .utf8)
        return try #require(UInt64(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test
    func `a cache that is killed again and again is right in the end`() throws {
        let program = try Program()
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let file = program.work.appendingPathComponent("cache.jsonl")
        var scene = LibraryScene(program, random.next())
        try scene.begin()
        var kills = 0
        for round in 0..<Effort.count(3, of: 12) {
            for _ in 0..<(1 + random.next() % 6) { try scene.change() }
            #expect(try program.run("index").code == 0)
            let limit = Int(1 + random.next() % 7)
            // The first run of a round is killed before its end.
            var stop = 1 + random.next() % (try calls(program, file, limit))
            while try !cache(
                program,
                file,
                limit,
                CrashTests.preloading(["STOP_AT": "\(stop)"])
            ) {
                kills += 1
                if random.next() % 3 == 0 { try scene.change() }
                stop = 1 + random.next() % 90
            }
            #expect(try program.run("index").code == 0)
            try cache(program, file, limit)
            let fresh = program.work.appendingPathComponent("fresh\(round).jsonl")
            try cache(program, fresh, 0)
            let (kept, new) = (try records(file), try records(fresh))
            for (name, fields) in new where kept[name] != fields {
                let differing = fields.keys.filter { kept[name]?[$0] != fields[$0] }
                Issue.record(
                    "seed \(seed), round \(round), \(name): \(differing) \(kept[name] ?? [:]) \(fields)"
                )
            }
            #expect(Set(kept.keys) == Set(new.keys), "seed \(seed), round \(round)")
        }
        print("cache: \(kills) kills")
        #expect(kills > 0)
    }

    @Test
    func `a cache of another library begins anew`() throws {
        let (first, second) = (try Program(), try Program())
        for program in [first, second] {
            try program.picture("\(program === first ? "a" : "b").jpg", 1)
            try program.run("index", program.photos.path)
        }
        let file = first.work.appendingPathComponent("cache.jsonl")
        try cache(first, file, 0)
        try cache(second, file, 0)
        let paths = try records(file).values.compactMap { $0["path"] }.filter { !$0.isEmpty }
        #expect(paths == ["b.jpg"])
    }
}

/// A library in which things happen at random: to files, edits, albums.
struct LibraryScene {
    private let program: Program
    private var random: SplitMix
    private var next = 0
    private var albums: [String] = []

    init(_ program: Program, _ seed: UInt64) {
        (self.program, random) = (program, SplitMix(state: seed))
    }

    mutating func begin() throws {
        for number in 0..<6 {
            next += 1
            try program.picture("d\(number % 3)/\(next).jpg", next)
        }
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    private mutating func add() throws {
        next += 1
        try program.picture("d\(random.next() % 3)/\(next).jpg", next)
    }

    private var files: [String] {
        let all = FileManager.default.enumerator(atPath: program.photos.path)
        return (all?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".jpg") }.sorted()
    }

    private mutating func pick(_ list: [String]) -> String? {
        list.isEmpty ? nil : list[Int(random.next() % UInt64(list.count))]
    }

    /// Does one thing; a command that finds what it is about gone does nothing.
    mutating func change() throws {
        let file = pick(files)
        let path = file.map { program.photos.appendingPathComponent($0).path } ?? ""
        let album = pick(albums) ?? ""
        switch random.next() % 12 {
        case 0, 1: try add()
        case 2: if let file { try program.remove(file) }
        case 3:
            next += 1
            if let file { try program.picture(file, next) }
        case 4:
            next += 1
            if let file { try program.move(file, to: "d\(random.next() % 3)/m\(next).jpg") }
        case 5: try program.run("edit", path, random.next() % 2 == 0 ? "--favorite" : "--hidden")
        case 6: try program.run("edit", path, "--location", "\(random.next() % 90),7")
        case 7: try program.run("edit", path, "--location", "none", "--date", "2020-01-01 10:00:00")
        case 8:
            let made = try program.run("album", "create", "Album \(random.next() % 100)")
            if let id = made.lines.first?["id"] as? String { albums.append(id) }
        case 9: try program.run("album", "add", album, path)
        case 10: try program.run("album", random.next() % 2 == 0 ? "remove" : "delete", album, path)
        default: try program.run("trash", path)
        }
    }
}
