import Imaging
import Kernel
import Renditions
import TestSupport
import Testing

/// What a cache has to do, the simplest way.
private struct NaiveCache {
    private struct Entry {
        var bytes: [UInt8]
        var lastUse: Int
        var cost: Int64 { Int64((136 + bytes.count + 4_095) / 4_096 * 4_096) }
    }

    let limit: Int64
    private var entries: [Int: Entry] = [:]
    private var time = 0

    init(limit: Int64) {
        self.limit = limit
    }

    var total: Int64 { entries.values.reduce(0) { $0 + $1.cost } }

    mutating func find(_ number: Int) -> [UInt8]? {
        time += 1
        entries[number]?.lastUse = time
        return entries[number]?.bytes
    }

    mutating func keep(_ bytes: [UInt8], _ number: Int) {
        time += 1
        let entry = Entry(bytes: bytes, lastUse: time)
        guard entry.cost <= limit / 4 else { return }
        if total + entry.cost > limit {
            while total + entry.cost > limit / 10 * 9,
                let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                entries[oldest.key] = nil
            }
        }
        entries[number] = entry
    }
}

struct RenditionCacheModelTests {
    @Test
    func `it keeps what was used last, and no more than it may`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        for _ in 0..<2 {
            let limit = Int64.random(in: 40...400, using: &random) * 4_096
            let desk = try CacheDesk(limit: limit)
            var model = NaiveCache(limit: limit)
            for step in 0..<600 {
                desk.wait()
                let number = Int.random(in: 0..<120, using: &random)
                let content = CacheDesk.content(number)
                if Bool.random(using: &random) {
                    let found = desk.cache.find(content, CacheDesk.request)?.encoded
                    let isRight = found == model.find(number)
                    #expect(isRight, "seed \(seed), step \(step)")
                } else {
                    let count = Int.random(in: 1...40_000, using: &random)
                    let bytes = CacheDesk.bytes(count, seed: step)
                    desk.cache.keep(CacheDesk.picture(bytes), content, CacheDesk.request)
                    model.keep(bytes, number)
                }
            }
            #expect(model.total <= limit)
        }
    }
}
