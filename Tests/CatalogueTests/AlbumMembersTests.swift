import GRDB
import PhotoModel
import PredicateFormat
import TestSupport
import Testing

@testable import Catalogue

struct AlbumMembersTests {
    /// An edit as it is made to a plain list.
    private static func edit(
        _ list: inout [Int64],
        _ rows: MemberRows,
        _ ids: [Int64],
        _ random: inout SplitMix
    ) throws {
        let some = Array(ids.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random)))
        let first = Int.random(in: 0...list.count + 1, using: &random)
        let second = first + Int.random(in: 2...5, using: &random)
        let indexes = [first..<first + 1, second..<second + some.count - 1].filter { !$0.isEmpty }
        let places = indexes.flatMap { Array($0) }
        let there = places.filter { $0 < list.count }
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            try rows.append(some)
            list += some.filter { !list.contains($0) }
        case 1:
            try rows.remove(some)
            list.removeAll { some.contains($0) }
        case 2:
            try rows.remove(at: indexes)
            for place in there.reversed() { list.remove(at: place) }
        case 3:
            try rows.insert(some, at: indexes)
            list.removeAll { some.contains($0) }
            for (place, id) in zip(places, some) { list.insert(id, at: min(place, list.count)) }
        case 4:
            try rows.replace(at: indexes, with: some)
            var kept = list.map { some.contains($0) ? nil : Int64?.some($0) }
            for (place, id) in zip(places, some) where place < kept.count { kept[place] = id }
            list = kept.compactMap { $0 }
        case 5:
            let index = Int.random(in: 0...list.count + 1, using: &random)
            try rows.move(at: indexes, to: index)
            let moved = there.map { list[$0] }
            for place in there.reversed() { list.remove(at: place) }
            list.insert(contentsOf: moved, at: min(index, list.count))
        default:
            list = Array(
                (list + some).shuffled(using: &random).reduce(into: []) { unique, id in
                    if !unique.contains(id) { unique.append(id) }
                }.prefix(60)
            )
            try rows.set(list)
        }
    }

    @Test
    func `members stand as in a plain list, whatever is done to it`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        var (ids, albums): ([Int64], [Int64]) = ([], [])
        try writer.write {
            for number in 0..<80 {
                let name = "IMG_\(number).jpg"
                let root = catalogue.root
                try writer.insert(TestCatalogue.record(name, in: root, inode: Int64(number + 1)))
                ids.append(writer.sequence)
            }
            for title in ["A", "B"] {
                albums.append(try writer.addUserCollection(title, isFolder: false))
            }
        }
        try writer.commit()
        let reader = try CatalogueReader(path: catalogue.path)
        var lists: [[Int64]] = [[], []]
        for round in 0..<Effort.count(150, of: 400) {
            try writer.write {
                let index = round % 2
                try writer.editMembers(of: albums[index]) { rows in
                    for _ in 0..<3 { try Self.edit(&lists[index], rows, ids, &random) }
                    return true
                }
                if round % 8 == 0, let id = ids.randomElement(using: &random),
                    let record = try writer.asset(id)
                {
                    // It keeps its place while it is away.
                    try writer.remove(record)
                }
            }
            try writer.commit()
            for (list, album) in zip(lists, albums) {
                #expect(try writer.query { try writer.members(of: album) } == list, "seed \(seed)")
            }
            let wrong = try reader.snapshot { try reader.contradictions() }
            #expect(wrong == [], "seed \(seed)")
        }
    }

    @Test
    func `there is room for any number between two members`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let members = try writer.write {
            let album = try writer.addUserCollection("Best", isFolder: false)
            var list: [Int64] = Array(1...100)
            try writer.setMembers(of: album, list)
            let before = writer.connection.database.totalChangesCount
            for asset in Int64(1_000)..<6_000 {
                list.insert(asset, at: 50)
                try writer.editMembers(of: album) { rows in
                    try rows.insert([asset], at: 50)
                    return true
                }
            }
            // Now and then some are moved apart, never all.
            let rows = writer.connection.database.totalChangesCount - before
            #expect(rows < 5_000 * 300, "\(rows)")
            #expect(try writer.members(of: album) == list)
            return list
        }
        #expect(members.count == 5_100)
    }

    @Test
    func `a list of an album is known to be its members until one comes, goes or moves`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let reader = try CatalogueReader(path: catalogue.path)
        var ids: [Int64] = []
        let album = try writer.transaction {
            for number in Int64(1)...5 {
                var record = TestCatalogue.record(
                    "\(number).jpg",
                    in: catalogue.root,
                    inode: number
                )
                record.isHidden = number == 5
                try writer.insert(record)
                ids.append(writer.sequence)
            }
            let album = try writer.addUserCollection("Best", isFolder: false)
            try writer.setMembers(of: album, ids)
            return album
        }
        var query = AssetQuery()
        query.scope = .userAlbum(album)
        func isCurrent(_ list: TrackedListing) throws -> Bool {
            try writer.query { try writer.isCurrent(list, of: album) }
        }
        func becomesOld(_ change: (MemberRows) throws -> Void) throws {
            let list = try reader.snapshot { try reader.track(query) }
            #expect(try isCurrent(list))
            try writer.transaction {
                try writer.editMembers(of: album) { rows in
                    try change(rows)
                    return true
                }
            }
            #expect(try !isCurrent(list))
        }
        try becomesOld { try $0.move(at: [0..<1], to: 3) }
        try becomesOld { try $0.remove([ids[1]]) }
        try becomesOld { try $0.append([ids[1]]) }
        var narrow = query
        narrow.leavesOutHidden = true
        #expect(try !isCurrent(reader.snapshot { try reader.track(narrow) }))
        narrow = query
        narrow.orders = [AssetQuery.Order(.creationDate)]
        #expect(try !isCurrent(reader.snapshot { try reader.track(narrow) }))
        let list = try reader.snapshot { try reader.track(query) }
        try writer.transaction {
            guard let record = try writer.asset(ids[0]) else { return }
            try writer.remove(record)
        }
        #expect(try !isCurrent(list))
    }
}
