import Catalogue
import Foundation
import PhotoModel
import TestSupport
import Testing

/// What a consumer of the history holds of an asset.
struct Held: Equatable {
    var path: [UInt8]
    var subtypes: MediaSubtypes
    var traits: AssetTraits
    var isFavorite: Bool
    var latitude: Double?
    var resources: [[UInt8]]

    init(_ record: AssetRecord, _ reader: CatalogueReader) throws {
        path = try reader.path(record.directory, record.file.name)
        (subtypes, traits) = (record.subtypes, record.traits)
        (isFavorite, latitude) = (record.isFavorite, record.latitude)
        resources = try reader.partRecords(of: record).map(\.file.name)
    }
}

/// A consumer of the history, which may be killed at any time.
struct Consumer {
    var assets: [ObjectUUID: Held] = [:]
    var token: ChangeToken?
    var problems: [String] = []

    /// Takes what comes after the token, at most `limit` entries, as a killed consumer would.
    mutating func follow(_ reader: CatalogueReader, limit: Int) throws {
        try reader.snapshot {
            var window = try reader.window(since: token)
            var left = limit
            try reader.forEachChange(in: &window) { entry in
                if entry.kind == .asset { try apply(entry, reader) }
                left -= 1
                return left > 0
            }
            token = try ChangeToken(reader.token(at: window.position, in: window).description)
        }
    }

    private mutating func apply(_ entry: HistoryEntry, _ reader: CatalogueReader) throws {
        guard let asset = entry.asset else {
            let uuid = ObjectUUID(bytes: entry.uuid ?? [])
            if assets.removeValue(forKey: uuid) == nil { problems.append("removed unknown") }
            return
        }
        let known = assets[asset.uuid]?.path
        if (entry.change == .inserted) != (known == nil) {
            problems.append("\(entry.change) while known at \(String(describing: known))")
        }
        if entry.change == .moved, known != entry.path { problems.append("moved from elsewhere") }
        assets[asset.uuid] = try Held(asset, reader)
    }
}

/// Changes of files that are one asset, or are not, at random.
struct RandomFiles {
    let writer: CatalogueWriter
    let directories: [Int64]
    var generator: SplitMix
    /// The numbers of the files there are, with what their files say.
    private var live: [(id: Int64, found: AssetRecord)] = []
    private var removed: [AssetRecord] = []
    private var count: Int64 = 0

    /// Few directories have everything: mostly it is pictures that lie beside one another.
    private static let endings = ["jpg", "heic", "mov", "nef", "xmp", "jpg.xmp", "aae"]

    init(_ writer: CatalogueWriter, _ root: Int64, seed: UInt64) throws {
        (self.writer, generator) = (writer, SplitMix(state: seed))
        var directories = [root]
        for name in ["sub", "a", "b", "c", "d"] {
            var record = DirectoryRecord()
            (record.root, record.parent, record.name) = (1, root, Array(name.utf8))
            directories.append(try writer.write { try writer.insert(record) }.id)
        }
        self.directories = directories
    }

    mutating func change() throws {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<5: try insert()
        case 5..<7 where !live.isEmpty: try rename()
        case 7 where !live.isEmpty: try rewrite()
        case 8..<10 where !live.isEmpty: try remove()
        case 10:
            let name = "sub\(Int.random(in: 0..<3, using: &generator))"
            try writer.move(directories[1], to: directories[0], name: Array(name.utf8), root: 1)
        default: try revive()
        }
    }

    private mutating func place() throws -> (Int64, String)? {
        let ending = Self.endings.randomElement(using: &generator) ?? ""
        let name = "f\(Int.random(in: 0..<6, using: &generator)).\(ending)"
        // Most lie in the first, where names meet; in the others there is seldom much.
        let index = Int.random(in: 0..<12, using: &generator)
        let directory = directories[index < directories.count ? index : 0]
        return try writer.file(directory, Array(name.utf8)) == nil ? (directory, name) : nil
    }

    private mutating func insert() throws {
        guard let (directory, name) = try place() else { return }
        count += 1
        let mark = Int.random(in: 0..<3, using: &generator)
        let record = TestCatalogue.record(name, in: directory, inode: count, mark: mark)
        try writer.insert(record)
        guard let file = try writer.file(directory, Array(name.utf8)) else { return }
        live.append((file.id, record))
    }

    private mutating func rename() throws {
        let index = live.indices.randomElement(using: &generator) ?? 0
        var found = live[index].found
        guard let (directory, name) = try place() else { return }
        (found.directory, found.file.directory) = (directory, directory)
        found.file.name = Array(name.utf8)
        try update(index, found)
    }

    private mutating func rewrite() throws {
        let index = live.indices.randomElement(using: &generator) ?? 0
        let old = live[index].found
        try update(
            index,
            TestCatalogue.record(
                String(decoding: old.file.name, as: UTF8.self),
                in: old.directory,
                inode: old.file.identity.inode,
                mark: Int.random(in: 0..<3, using: &generator)
            )
        )
    }

    private mutating func update(_ index: Int, _ found: AssetRecord) throws {
        guard let before = try writer.asset(live[index].id) else { return }
        var after = found
        (after.id, after.uuid, after.addedDate) = (before.id, before.uuid, before.addedDate)
        try writer.update(from: before, to: after, contentChanged: false)
        live[index].found = found
    }

    private mutating func remove() throws {
        let index = live.indices.randomElement(using: &generator) ?? 0
        guard let record = try writer.asset(live[index].id) else { return }
        try writer.remove(record)
        removed.append(live.remove(at: index).found)
    }

    private mutating func revive() throws {
        guard let last = removed.popLast(),
            try writer.file(last.directory, last.file.name) == nil,
            let tombstone = try writer.tombstone(file: last.file)
        else { return }
        try writer.revive(tombstone, as: last)
        live.append((tombstone.id, last))
    }
}

/// A catalogue whose files come and go, and a consumer that is told of it a little at a time.
private struct FollowedCatalogue {
    let catalogue: TestCatalogue
    let reader: CatalogueReader
    var files: RandomFiles
    var consumer = Consumer()

    init(seed: UInt64) throws {
        catalogue = try TestCatalogue()
        reader = try CatalogueReader(path: catalogue.path)
        files = try RandomFiles(catalogue.writer, catalogue.root, seed: seed)
    }

    mutating func change(_ count: Int) throws {
        try catalogue.writer.write { for _ in 0..<count { try files.change() } }
        try catalogue.writer.commit()
    }

    /// Tells the rest, and gives what the consumer should hold then.
    mutating func finish() throws -> [ObjectUUID: Held] {
        while try consumer.token?.sequence != reader.snapshot({ try reader.bounds().sequence }) {
            try consumer.follow(reader, limit: 1_000)
        }
        var expected: [ObjectUUID: Held] = [:]
        try reader.snapshot {
            try reader.forEachAsset(AssetQuery()) { expected[$0.uuid] = try Held($0, reader) }
        }
        return expected
    }
}

struct HistoryTests {
    @Test
    func `a consumer that stops anywhere and resumes ends equal to the catalogue`() throws {
        for seed in Effort.seeds(2, of: 8) {
            var followed = try FollowedCatalogue(seed: seed)
            let reader = followed.reader
            for step in 0..<150 {
                try followed.change(Int.random(in: 1...4, using: &followed.files.generator))
                if Bool.random(using: &followed.files.generator) {
                    let limit = Int.random(in: 1...5, using: &followed.files.generator)
                    try followed.consumer.follow(reader, limit: limit)
                }
                guard step % 4 == 0 else { continue }
                let contradictions = try reader.snapshot { try reader.contradictions() }
                #expect(contradictions.isEmpty, "seed \(seed)")
            }
            let expected = try followed.finish()
            #expect(followed.consumer.assets == expected, "seed \(seed)")
            #expect(followed.consumer.problems.isEmpty, "seed \(seed)")
        }
    }

    @Test
    func `a cursor that is cut short hundreds of times comes to all there is with short tokens`()
        throws
    {
        let seed = Effort.seed
        var followed = try FollowedCatalogue(seed: seed)
        var longest = 0
        for _ in 0..<400 {
            try followed.change(3)
            try followed.consumer.follow(followed.reader, limit: 1)
            longest = max(longest, followed.consumer.token?.description.utf8.count ?? 0)
        }
        let expected = try followed.finish()
        #expect(followed.consumer.assets == expected, "seed \(seed)")
        #expect(longest > 900 && longest < 1_000, "seed \(seed)")
    }
}
