import Catalogue
import Foundation
import PhotoModel
import PredicateFormat
import TestSupport
import Testing

/// Fetches of every kind, at random.
private struct RandomFetches {
    var generator: SplitMix
    let directories: [Int64]
    let album: Int64

    mutating func some<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    mutating func query(_ ids: [Int64]) throws -> AssetQuery {
        var query = AssetQuery()
        query.scope = some([
            .library, .library, .library, .directory(some(directories)), .userAlbum(album),
            .assets(ids.filter { $0 % 3 == 0 }, inOrder: false),
            .moment(
                from: AssetPosition(date: 0, asset: 0),
                through: AssetPosition(date: 3_000 * 60_000_000, asset: 0)
            ),
        ])
        query.predicate = try PredicateTree(
            some([
                "TRUEPREDICATE", "TRUEPREDICATE", "favorite == YES", "mediaType == video",
                "mediaSubtypes CONTAINS photoPanorama OR hidden == YES", "latitude > 45",
                "addedDate > NOW(-1000)", "directory CONTAINS 'a'", "directory == 'b'",
                "directory ENDSWITH 'b/c'",
            ])
        )
        let orders = [
            AssetQuery.Order(.creationDate), AssetQuery.Order(.creationDate, isDescending: true),
            AssetQuery.Order(.modificationDate),
            AssetQuery.Order(.modificationDate, isDescending: true), AssetQuery.Order(.mediaType),
        ]
        query.orders = some([[], [], [some(orders)], [some(orders)], [some(orders), some(orders)]])
        query.limit = some([-1, -1, -1, 5])
        query.leavesOutHidden = Bool.random(using: &generator)
        query.leavesOutBurstMembers = Bool.random(using: &generator)
        return query
    }
}

struct TrackingTests {
    private static let cases =
        Effort.count(1_000, of: 4_000)

    /// Every asset by number, in words that differ when anything does.
    private static func described(_ reader: CatalogueReader) throws -> [Int64: String] {
        var assets: [Int64: String] = [:]
        try reader.forEachAsset(AssetQuery()) {
            assets[$0.id] = "\($0) in \(try reader.directoryPath($0.directory))"
        }
        return assets
    }

    @Test
    func `what is told of a fetch makes the list before into the list after`() throws {
        let seed = Effort.seed
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        let (directories, album) = try writer.write {
            var child = DirectoryRecord()
            (child.root, child.parent, child.name) = (1, catalogue.root, Array("a".utf8))
            let directory = try writer.insert(child).id
            var below = DirectoryRecord()
            (below.root, below.parent, below.name) = (1, directory, Array("c".utf8))
            return (
                [catalogue.root, directory, try writer.insert(below).id],
                try writer.addUserCollection("Best", isFolder: false)
            )
        }
        var library = RandomLibrary(SplitMix(state: seed), writer, directories)
        var fetches = RandomFetches(
            generator: SplitMix(state: ~seed),
            directories: directories,
            album: album
        )
        let reader = try CatalogueReader(path: catalogue.path)
        var listings: [TrackedListing] = []
        var told = 0
        while told < Self.cases {
            let before = try reader.snapshot { () -> [Int64: String] in
                listings = Array(listings.shuffled(using: &fetches.generator).prefix(20))
                while listings.count < 40 {
                    let listing = try reader.track(fetches.query(library.ids))
                    let isPrepared = Bool.random(using: &fetches.generator)
                    listings.append(isPrepared ? try listing.prepared(reader) : listing)
                }
                return try Self.described(reader)
            }
            library.touched = []
            try writer.write {
                for _ in 0..<Int.random(in: 1...6, using: &library.generator) {
                    try library.change()
                }
                if Int.random(in: 0..<4, using: &fetches.generator) == 0 {
                    let names = ["a", "b", "ab"].map { Array($0.utf8) }
                    let name = fetches.some(
                        names.filter { $0 != writer.relativePath(directories[1]) }
                    )
                    try writer.move(directories[1], to: catalogue.root, name: name, root: 1)
                }
                if Bool.random(using: &fetches.generator) {
                    let members = library.ids.shuffled(using: &fetches.generator).prefix(12)
                    try writer.setMembers(of: album, Array(members))
                }
            }
            try writer.commit()
            try reader.snapshot {
                let after = try Self.described(reader)
                let changed = library.touched.union(after.keys.filter { before[$0] != after[$0] })
                for index in listings.indices {
                    told += 1
                    listings[index] = try check(listings[index], reader, changed, "seed \(seed)")
                }
            }
        }
    }

    private func check(
        _ listing: TrackedListing,
        _ reader: CatalogueReader,
        _ changed: Set<Int64>,
        _ seed: String
    ) throws -> TrackedListing {
        let context: Comment = "\(seed), \(listing.query)"
        let (before, after) = (
            listing.assets.map(\.id), try reader.listing(listing.query).map(\.id)
        )
        let naive = ListChange(from: before, to: after, changed: changed)
        var listing = listing
        guard let told = try reader.change(of: &listing, listing.query) else {
            #expect(naive.isEmpty, context)
            // What is told of next begins where this ended.
            #expect(listing.assets.map(\.id) == after, context)
            #expect(try listing.position == reader.bounds().sequence, context)
            return listing
        }
        #expect(listing.assets.map(\.id) == before, context)
        #expect(told.after.assets.map(\.id) == after, context)
        let change = try #require(told.change)
        #expect(!naive.isEmpty, context)
        #expect(change.removed == naive.removed, context)
        #expect(change.moves.count == naive.moves.count, context)
        #expect(told.removed.map(\.id) == change.removed.map { before[$0] }, context)
        let applied = change.applied(to: before, inserting: told.inserted.map(\.id))
        #expect(applied == after, context)
        var middle = before
        for index in change.removed.reversed() { middle.remove(at: index) }
        for (index, asset) in zip(change.inserted, told.inserted) {
            middle.insert(asset.id, at: index)
        }
        #expect(change.changed.map { middle[$0] } == told.changed.map(\.id), context)
        let both = Set(before).intersection(after).intersection(changed)
        #expect(Set(told.changed.map(\.id)) == both, context)
        for (index, id) in after.enumerated() {
            #expect(told.after.index(of: id, try reader.asset(id)) == index, context)
        }
        return told.after
    }
}
