import Catalogue
import ChangeFeed
import Foundation
import PhotoModel
import TestSupport
import Testing

/// A consumer of feed lines: what it was told of each asset and album, by identifier.
private struct LineConsumer {
    var held: [String: NSDictionary] = [:]
    var token: String?
    var isMoreComing = false
    var faults: [String] = []

    mutating func apply(_ line: [String: Any]) {
        token = line["token"] as? String
        isMoreComing = line["moreComing"] as? Bool ?? false
        if line["type"] as? String == "tokenExpired" { faults.append("token expired") }
        let told = (line["asset"] ?? line["album"]) as? NSDictionary
        guard let told, let id = told["id"] as? String else { return }
        let change = line["change"] as? String ?? ""
        let isNew = held.removeValue(forKey: id) == nil
        if isNew != (change == "inserted") { faults.append("\(change) \(isNew): \(id)") }
        if change != "removed" { held[id] = told }
    }
}

/// A library of 500 photos that went on changing, and what its feed told from its first day.
private struct PagedLibrary {
    let catalogue: TestCatalogue
    private(set) var lines: [[String: Any]] = []
    let seed: UInt64
    private var library: RandomLibrary

    static let photos = Effort.count(150, of: 500)

    init() throws {
        let catalogue = try TestCatalogue()
        seed = Effort.seed
        let directories = try catalogue.writer.write {
            try (0..<12).map { number in
                var record = DirectoryRecord()
                (record.root, record.parent, record.name) = (
                    1, catalogue.root, Array("album \(number)".utf8)
                )
                return try catalogue.writer.insert(record).id
            }
        }
        self.catalogue = catalogue
        library = RandomLibrary(SplitMix(state: seed), catalogue.writer, directories)
        try catalogue.writer.endBulk()
        lines = try follow(since: nil)
        while library.ids.count < Self.photos {
            try change(Int.random(in: 1...40, using: &library.generator))
            lines += try follow(since: lines.last?["token"] as? String)
        }
    }

    mutating func change(_ count: Int) throws {
        try catalogue.writer.transaction {
            for _ in 0..<count { try library.change() }
            if Int.random(in: 0..<4, using: &library.generator) == 0 { try library.regroup() }
        }
    }

    func follow(since token: String?, limit: Int64? = nil) throws -> [[String: Any]] {
        let url = URL(fileURLWithPath: catalogue.path + ".lines")
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        var options = FeedFollower.Options()
        (options.since, options.limit, options.endsWithMore) = (token, limit, true)
        _ = try FeedFollower(
            catalogue: catalogue.path,
            output: FeedOutput(descriptor: file.fileDescriptor),
            stop: -1,
            options: options
        ).run()
        return try Data(contentsOf: url).split(separator: 0x0A).compactMap {
            try JSONSerialization.jsonObject(with: $0) as? [String: Any]
        }
    }

    /// What `assets` and `albums` print.
    func expected() throws -> [String: NSDictionary] {
        let url = URL(fileURLWithPath: catalogue.path + ".all")
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        let output = FeedOutput(descriptor: file.fileDescriptor)
        let reader = try CatalogueReader(path: catalogue.path)
        var lines = FeedLines(reader)
        try reader.snapshot {
            for record in try reader.collections() { lines.collectionLine(record) }
            var query = AssetQuery()
            (query.leavesOutHidden, query.leavesOutBurstMembers) = (false, false)
            try reader.forEachAsset(query) { try lines.assetLine($0) }
        }
        _ = lines.flush(to: output)
        try file.close()
        var found: [String: NSDictionary] = [:]
        for line in try Data(contentsOf: url).split(separator: 0x0A) {
            let object = try JSONSerialization.jsonObject(with: line) as? NSDictionary
            if let id = object?["id"] as? String { found[id] = object }
        }
        return found
    }

    /// Takes everything from nothing, some lines at a time.
    func page(_ size: Int64, between: () throws -> Void = {}) throws -> LineConsumer {
        var consumer = LineConsumer()
        repeat {
            for line in try follow(since: consumer.token, limit: size) { consumer.apply(line) }
            if consumer.isMoreComing { try between() }
        } while consumer.isMoreComing
        return consumer
    }
}

/// Whoever takes a library in pieces has all of it in the end.
struct PagingTests {
    /// The smaller, the more pages there are to take.
    private static let sizes = Effort.isFull ? [5, 23] : [30 + Int(Effort.seed % 31)]

    @Test
    func `a feed cut after any line goes on to all there is`() throws {
        let library = try PagedLibrary()
        let expected = try library.expected()
        #expect(expected.count > PagedLibrary.photos + 30)
        let reader = try CatalogueReader(path: library.catalogue.path)
        let albums = expected.values.count { $0["kind"] as? String == "album" }
        #expect(try reader.snapshot { try reader.albumCount() } == Int64(albums))
        #expect(try reader.snapshot { try reader.contradictions() } == [], "seed \(library.seed)")
        var consumer = LineConsumer()
        var count = 0
        for (number, line) in library.lines.prefix(2_000).enumerated() {
            consumer.apply(line)
            let few = Effort.count(4, of: 30)
            guard number < few || number % Effort.count(500, of: 100) == 0 else { continue }
            var resumed = consumer
            for line in try library.follow(since: consumer.token) { resumed.apply(line) }
            #expect((resumed.held == expected) == true, "line \(number), seed \(library.seed)")
            #expect(resumed.faults == [], "line \(number), seed \(library.seed)")
            count += 1
        }
        print("paging: resumed after \(count) lines")
    }

    @Test
    func `pages of any size come to all there is, also where history was pruned`() throws {
        let library = try PagedLibrary()
        for isPruned in [false, true] {
            if isPruned {
                try library.catalogue.writer.transaction {
                    try library.catalogue.writer.prune(before: .max)
                }
            }
            let expected = try library.expected()
            for size in Self.sizes {
                let consumer = try library.page(Int64(size))
                #expect((consumer.held == expected) == true, "size \(size), seed \(library.seed)")
                #expect(consumer.faults == [], "size \(size), seed \(library.seed)")
            }
        }
    }

    @Test
    func `pages come to all there is while the library goes on changing`() throws {
        var library = try PagedLibrary()
        for size in Effort.isFull ? Self.sizes : [5 + Int(Effort.seed % 16)] {
            var left = 60
            let consumer = try library.page(Int64(size)) {
                left -= 1
                if left > 0, left % 3 == 0 { try library.change(5) }
            }
            #expect(
                try (consumer.held == library.expected()) == true,
                "size \(size), seed \(library.seed)"
            )
            #expect(consumer.faults == [], "size \(size), seed \(library.seed)")
        }
    }
}
