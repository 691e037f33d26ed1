import Catalogue
import ChangeFeed
import Foundation
import PhotoModel
import TestSupport
import Testing

/// A catalogue in a directory of its own, gone at the end of the test.
final class TestCatalogue {
    let path: String
    let writer: CatalogueWriter

    init() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("catalogue-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.appendingPathComponent("c.sqlite").path
        writer = try CatalogueWriter(path: path)
        try writer.write { _ = try writer.addRoot(Array("/photos".utf8)) }
        try writer.commit()
    }

    deinit {
        try? FileManager.default.removeItem(
            at: URL(fileURLWithPath: path).deletingLastPathComponent()
        )
    }

    var root: Int64 { writer.roots.values.first?.directory ?? 0 }

    static func record(_ name: String, in directory: Int64, inode: Int64) -> AssetRecord {
        var record = AssetRecord()
        record.directory = directory
        record.mediaType = .image
        record.uti = "public.jpeg"
        record.file.name = Array(name.utf8)
        record.file.directory = directory
        record.file.identity = FileIdentity(
            volume: 1,
            inode: inode,
            size: 10,
            modified: inode,
            born: 0
        )
        record.file.fingerprint = inode
        return record
    }
}

/// What a consumer of the history holds: assets and where they are.
struct Consumer {
    var paths: [ObjectUUID: [UInt8]] = [:]
    var token: ChangeToken?
    var problems: [String] = []

    /// Takes what comes after the token, at most `limit` entries, as a killed consumer would.
    mutating func follow(_ reader: CatalogueReader, limit: Int) throws {
        try reader.snapshot {
            var window = try reader.window(since: token)
            var left = limit
            try reader.tell(&window) { entry in
                if entry.kind == .asset { apply(entry, reader) }
                left -= 1
                return left > 0
            }
            token = try ChangeToken(reader.token(at: window.position, in: window).description)
        }
    }

    private mutating func apply(_ entry: HistoryEntry, _ reader: CatalogueReader) {
        guard let asset = entry.asset else {
            let uuid = ObjectUUID(bytes: entry.uuid ?? [])
            if paths.removeValue(forKey: uuid) == nil { problems.append("removed unknown") }
            return
        }
        let path = reader.path(asset.directory, asset.file.name)
        let known = paths[asset.uuid]
        if (entry.change == .inserted) != (known == nil) {
            problems.append("\(entry.change) while known at \(String(describing: known))")
        }
        if entry.change == .moved, known != entry.path {
            problems.append("moved from elsewhere")
        }
        paths[asset.uuid] = path
    }
}

struct ChangeWindowTests {
    @Test
    func `a consumer that stops anywhere and resumes ends equal to the catalogue`() throws {
        for _ in 0..<12 {
            let seed = UInt64.random(in: 0...UInt64.max)
            var generator = SplitMix(state: seed)
            let catalogue = try TestCatalogue()
            let writer = catalogue.writer
            let reader = try CatalogueReader(path: catalogue.path)
            var live: [AssetRecord] = []
            var removed: [AssetRecord] = []
            var consumer = Consumer()
            for step in 0..<120 {
                try writer.write {
                    for change in 0..<Int.random(in: 1...4, using: &generator) {
                        try Self.change(
                            writer,
                            catalogue.root,
                            step * 10 + change,
                            &live,
                            &removed,
                            &generator
                        )
                    }
                }
                try writer.commit()
                if Bool.random(using: &generator) {
                    try consumer.follow(reader, limit: Int.random(in: 1...5, using: &generator))
                }
            }
            while try consumer.token?.sequence != reader.snapshot({ try reader.bounds().sequence })
            {
                try consumer.follow(reader, limit: 1_000)
            }
            var expected: [ObjectUUID: [UInt8]] = [:]
            try reader.snapshot {
                try reader.forEachAsset(AssetQuery()) {
                    expected[$0.uuid] = reader.path($0.directory, $0.file.name)
                }
                #expect(try reader.contradictions().isEmpty, "seed \(seed)")
            }
            #expect(consumer.paths == expected, "seed \(seed)")
            #expect(consumer.problems.isEmpty, "seed \(seed)")
        }
    }

    private static func change(
        _ writer: CatalogueWriter,
        _ root: Int64,
        _ number: Int,
        _ live: inout [AssetRecord],
        _ removed: inout [AssetRecord],
        _ generator: inout SplitMix
    ) throws {
        let name = "f\(number).jpg"
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4:
            try writer.insert(TestCatalogue.record(name, in: root, inode: Int64(number)))
            if let file = try writer.file(root, Array(name.utf8)),
                let record = try writer.asset(file.asset)
            {
                live.append(record)
            }
        case 4..<7 where !live.isEmpty:
            let index = live.indices.randomElement(using: &generator) ?? 0
            var after = live[index]
            after.file.name = Array(name.utf8)
            try writer.update(from: live[index], to: after, contentChanged: false)
            live[index] = after
        case 7..<9 where !live.isEmpty:
            let index = live.indices.randomElement(using: &generator) ?? 0
            try writer.remove(live[index])
            removed.append(live.remove(at: index))
        default:
            guard let last = removed.popLast(),
                let tombstone = try writer.tombstone(last.file.identity)
            else { return }
            try writer.revive(tombstone, as: last)
            live.append(last)
        }
    }
}

struct ChangeTokenTests {
    @Test
    func `a token reads back from its text, and not from a part of it`() throws {
        let tokens = [
            ChangeToken(library: 1, epoch: 2, sequence: 3),
            ChangeToken(library: .max, epoch: .max, sequence: .max),
            ChangeToken(
                library: 7,
                epoch: 8,
                sequence: 20,
                replay: ChangeToken.Replay(base: 10, end: 30)
            ),
        ]
        for token in tokens {
            let text = token.description
            #expect(try ChangeToken(text) == token)
            for count in 0..<text.count {
                #expect(throws: ChangeToken.Expiry.malformed) {
                    try ChangeToken(String(text.prefix(count)))
                }
            }
        }
    }

    @Test
    func `a position lost and given again is another position`() throws {
        let catalogue = try TestCatalogue()
        let early = catalogue.writer.token
        let copy = catalogue.path + ".backup"
        try catalogue.writer.checkpoint()
        try FileManager.default.copyItem(atPath: catalogue.path, toPath: copy)
        try catalogue.writer.write {
            try catalogue.writer.insert(TestCatalogue.record("a.jpg", in: catalogue.root, inode: 1))
        }
        try catalogue.writer.commit()
        let lost = catalogue.writer.token
        let restored = try CatalogueWriter(path: copy)
        try restored.write {
            try restored.insert(TestCatalogue.record("b.jpg", in: catalogue.root, inode: 2))
        }
        try restored.commit()
        #expect(restored.token.sequence == lost.sequence)
        let reader = try CatalogueReader(path: copy)
        try reader.snapshot {
            #expect(throws: ChangeToken.Expiry.future) { try reader.window(since: lost) }
            let window = try reader.window(since: early)
            #expect(window.position == early.sequence)
        }
    }

    @Test
    func `a token of another library or from before pruned history expires`() throws {
        let (first, second) = (try TestCatalogue(), try TestCatalogue())
        let reader = try CatalogueReader(path: first.path)
        try reader.snapshot {
            #expect(throws: ChangeToken.Expiry.otherLibrary) {
                try reader.window(since: second.writer.token)
            }
        }
        let old = first.writer.token
        try first.writer.write {
            try first.writer.insert(TestCatalogue.record("a.jpg", in: first.root, inode: 1))
        }
        try first.writer.commit()
        try first.writer.write { try first.writer.prune(before: CatalogueWriter.now() + 1_000_000) }
        try first.writer.commit()
        try reader.snapshot {
            #expect(throws: ChangeToken.Expiry.pruned) { try reader.window(since: old) }
        }
    }
}

struct CatalogueFileTests {
    @Test
    func `what is no catalogue, or of a later version, is refused with the way out`() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("not-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 7, count: 8_192).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: CatalogueError.self) { try CatalogueWriter(path: path) }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("mv '\(path)'") == true)
    }

    @Test
    func `a second writer is told who holds the catalogue`() throws {
        let catalogue = try TestCatalogue()
        let error = #expect(throws: CatalogueError.self) {
            try CatalogueWriter(path: catalogue.path)
        }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("process \(getpid())") == true)
    }
}
