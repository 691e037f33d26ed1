import Catalogue
import Foundation
import PhotoModel
import PredicateFormat
import TestSupport
import Testing

struct MomentTests {
    /// What there must be, from all assets and nothing else.
    private static func fromScratch(_ reader: CatalogueReader) throws -> [[Int64]] {
        var items: [MomentClustering.Item] = []
        try reader.forEachAsset(AssetQuery()) { record in
            if let item = record.momentItem { items.append(item) }
        }
        items.sort { $0.position < $1.position }
        var moments: [[Int64]] = []
        var clustering = MomentClustering()
        for item in items {
            if clustering.begins(item) { moments.append([]) }
            moments[moments.count - 1].append(item.position.asset)
            _ = clustering.add(item)
        }
        return moments
    }

    private static func kept(_ reader: CatalogueReader) throws -> [[Int64]] {
        try reader.collections([.moment]).map { moment in
            guard let query = try reader.query(moment) else { return [] }
            return try reader.listing(query).map(\.id)
        }
    }

    @Test("moments, albums and smart albums after random changes are what a fresh look makes them")
    func momentsFollowChanges() throws {
        let seed = Effort.seed
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        let directories = try writer.write {
            var child = DirectoryRecord()
            (child.root, child.parent, child.name) = (1, catalogue.root, Array("a".utf8))
            return [catalogue.root, try writer.insert(child).id]
        }
        let wide = try SmartAlbumDefinition(
            .smartAlbumGeneric,
            "Favorite films",
            "favorite == YES AND mediaType == video"
        )
        try writer.write {
            try writer.setUserSmartAlbums([wide])
        }
        var library = RandomLibrary(SplitMix(state: seed), writer, directories)
        let reader = try CatalogueReader(path: catalogue.path)
        let zones = ["UTC", "Europe/Rome", "Pacific/Kiritimati"].compactMap { LibraryZone($0) }
        for number in 0..<Effort.count(80, of: 250) {
            if number % 20 == 10 {
                try writer.transaction { try writer.setZone(zones[number / 20 % zones.count]) }
            }
            try writer.write {
                for _ in 0..<Int.random(in: 1...8, using: &library.generator) {
                    try library.change()
                }
            }
            try writer.commit()
            try reader.snapshot {
                #expect(try Self.kept(reader) == Self.fromScratch(reader), "seed \(seed)")
                #expect(try reader.contradictions() == [], "seed \(seed)")
                for collection in try reader.collections([.album, .smartAlbum]) {
                    guard let query = try reader.query(collection) else { continue }
                    #expect(try reader.count(query) == collection.count)
                }
            }
        }
    }

    @Test(arguments: StoredCatalogue.versions)
    func `moments that an earlier version formed are formed again, and follow changes from then on`(
        _ version: String
    ) throws {
        let stored = try StoredCatalogue.migrated(version)
        let writer = try CatalogueWriter(path: stored.path)
        // One that lacks an index gets moments with it, as at the end of a first index.
        let lacksIndexes = try writer.isFirstIndex()
        try writer.transaction { try writer.formMoments() }
        if lacksIndexes { try writer.endBulk() }
        let root = try #require(writer.roots.values.first?.directory)
        var record = TestCatalogue.record("new.jpg", in: root, inode: 1)
        record.creationDate.microseconds = 0
        try writer.write { try writer.insert(record) }
        try writer.commit()
        let reader = try CatalogueReader(path: stored.path)
        try reader.snapshot {
            let kept = try Self.kept(reader)
            #expect(try kept == Self.fromScratch(reader))
            #expect(kept.first?.count == 1)
            #expect(try reader.contradictions() == [])
        }
    }

    @Test("a pause, a distance and the day's end each end a moment")
    func boundaries() {
        let hour: Int64 = 3_600_000_000
        func moments(_ items: [(hours: Double, latitude: Double?)]) -> Int {
            var clustering = MomentClustering()
            var count = 0
            for (number, item) in items.enumerated() {
                let moved = clustering.add(
                    MomentClustering.Item(
                        position: AssetPosition(
                            date: Int64(item.hours * Double(hour)),
                            asset: Int64(number)
                        ),
                        point: item.latitude.map { GeographicPoint(latitude: $0, longitude: 0) }
                    )
                )
                if moved != nil { count += 1 }
            }
            return count + 1
        }
        #expect(moments([(0, nil), (4, nil)]) == 1)
        #expect(moments([(0, nil), (4.01, nil)]) == 2)
        // A degree of latitude is 111 km.
        #expect(moments([(0, 0), (1, 0.17)]) == 1)
        #expect(moments([(0, 0), (1, nil), (2, 0.19)]) == 2)
        #expect(moments((0..<9).map { (Double($0) * 3, nil) }) == 2)
        #expect(moments([(23, nil), (25, nil)]) == 2)
    }

    /// Which of some assets, ten minutes apart, have an assumed clock two hours east of UTC, and not a known one four
    /// hours west; when the first was taken, in minutes after midnight UTC; how many moments they are.
    @Test(arguments: [
        ([false, true, false, true, false], 110, 1), ([true, false, true], 110, 1),
        ([true, true], -125, 2), ([false, false], -125, 1), ([false, false], 235, 2),
        ([true, false], 235, 2), ([true, true], 235, 1),
    ])
    func `an asset whose clock is assumed is on that of its neighbour`(
        _ assumed: [Bool],
        _ start: Int64,
        _ moments: Int
    ) {
        let items = assumed.enumerated().map { number, isAssumed in
            MomentClustering.Item(
                position: AssetPosition(
                    date: (start + Int64(number) * 10) * 60_000_000,
                    asset: Int64(number)
                ),
                point: nil,
                offset: isAssumed ? 120 : -240,
                isAssumed: isAssumed
            )
        }
        #expect(MomentClustering.moments(of: items).count == moments)
    }

    @Test("a journey is one cluster; each moment is in one cluster and one year")
    func lists() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.write {
            // 30 December 2020, 31 December, 1 January 2021, and a week in June.
            for (number, day) in [18_626, 18_627, 18_628, 18_790, 18_791].enumerated() {
                var record = TestCatalogue.record(
                    "\(number).jpg",
                    in: catalogue.root,
                    inode: Int64(number)
                )
                record.creationDate.microseconds = Int64(day) * 86_400_000_000
                try writer.insert(record)
            }
        }
        try writer.endBulk()
        let reader = try CatalogueReader(path: catalogue.path)
        try reader.snapshot {
            let (clusters, years) = try reader.momentLists()
            #expect(clusters.map(\.moments.count) == [3, 2])
            #expect(years.map(\.title) == ["2020", "2021"])
            #expect(years.map(\.moments.count) == [2, 3])
            #expect(clusters.first?.title == "2020-12-30 – 2021-01-01")
        }
    }

    @Test("a place of numbers that are none is no place")
    func noPlace() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        for (number, latitude) in [Double.nan, .infinity, 48].enumerated() {
            var record = TestCatalogue.record(
                "\(number).jpg",
                in: catalogue.root,
                inode: Int64(number + 1)
            )
            (record.latitude, record.longitude) = (latitude, 11)
            #expect((record.momentItem?.point != nil) == latitude.isFinite)
            try writer.write { try writer.insert(record) }
            try writer.commit()
        }
        let reader = try CatalogueReader(path: catalogue.path)
        let found = try reader.snapshot { try reader.contradictions() }
        #expect(found == [])
    }
}
