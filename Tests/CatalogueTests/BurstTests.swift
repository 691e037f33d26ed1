import Catalogue
import PhotoModel
import TestSupport
import Testing

struct BurstTests {
    /// The identifiers of bursts and who stands for them, from all assets.
    private static func expected(_ assets: [AssetRecord]) -> [Int64: (String?, Bool)] {
        var result: [Int64: (String?, Bool)] = [:]
        for (key, members) in Dictionary(grouping: assets, by: \.burstKey) {
            let first = members.min { a, b in
                if a.isBurstPrimary != b.isBurstPrimary { return a.isBurstPrimary }
                if a.creationDate.microseconds != b.creationDate.microseconds {
                    return a.creationDate.microseconds < b.creationDate.microseconds
                }
                return a.file.name == b.file.name
                    ? a.id < b.id : a.file.name.lexicographicallyPrecedes(b.file.name)
            }
            let isBurst = key != nil && members.count > 1
            for member in members {
                let identifier = isBurst ? key.map { String($0.dropFirst("apple:".count)) } : nil
                result[member.id] = (identifier, isBurst && member.id == first?.id)
            }
        }
        return result
    }

    private static func dress(_ record: inout AssetRecord, _ random: inout SplitMix) {
        record.burstKey =
            [nil, "apple:A", "apple:B", "apple:C", "apple:D"]
            .randomElement(using: &random) ?? nil
        record.isBurstPrimary = Int.random(in: 0..<5, using: &random) == 0
        record.creationDate.microseconds = Int64.random(in: 0..<3, using: &random)
    }

    @Test
    func `the first of a burst stands for it after any change`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        let reader = try CatalogueReader(path: catalogue.path)
        var (ids, number): ([Int64], Int64) = ([], 0)
        for _ in 0..<500 {
            try writer.transaction {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let id = ids.randomElement(using: &random) ?? 0
                    guard let before = try writer.asset(id), Bool.random(using: &random) else {
                        number += 1
                        let name = "\(Int.random(in: 0..<9, using: &random))_\(number).jpg"
                        var record = TestCatalogue.record(name, in: catalogue.root, inode: number)
                        Self.dress(&record, &random)
                        try writer.insert(record)
                        ids.append(writer.sequence)
                        continue
                    }
                    if ids.count > 12 || Bool.random(using: &random) {
                        try writer.remove(before)
                        ids.removeAll { $0 == id }
                    } else {
                        var after = before
                        Self.dress(&after, &random)
                        try writer.update(from: before, to: after, contentChanged: false)
                    }
                }
            }
            try reader.snapshot {
                var assets: [AssetRecord] = []
                try reader.forEachAsset(AssetQuery()) { assets.append($0) }
                let expected = Self.expected(assets)
                for asset in assets {
                    #expect(asset.burstIdentifier == expected[asset.id]?.0, "seed \(seed)")
                    #expect(asset.representsBurst == expected[asset.id]?.1, "seed \(seed)")
                }
                let wrong = try reader.contradictions()
                #expect(wrong == [], "seed \(seed)")
            }
        }
    }
}
