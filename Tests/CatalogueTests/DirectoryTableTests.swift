import PhotoModel
import TestSupport
import Testing

@testable import Catalogue

struct DirectoryTableTests {
    /// A table and what it should hold.
    private struct Pair {
        var table = DirectoryTable()
        var expected: [Int64: DirectoryRecord] = [:]

        mutating func set(_ record: DirectoryRecord) {
            table[record.id] = record
            expected[record.id] = record
        }

        func directory(_ name: [UInt8], in parent: Int64) -> Int64? {
            expected.values.filter { $0.parent == parent && $0.name == name && !$0.isDetached }
                .map(\.id).min()
        }
    }

    private func record(_ id: Int64, _ random: inout SplitMix) -> DirectoryRecord {
        var record = DirectoryRecord()
        record.id = id
        record.uuid = .init(high: random.next(), low: random.next())
        record.root = .random(in: 1...3, using: &random)
        record.parent = Bool.random(using: &random) ? .random(in: 1...20, using: &random) : nil
        record.name = Array("\(Int.random(in: 0..<30, using: &random))".utf8)
        record.volume = .random(in: 0...4, using: &random)
        record.inode = .random(in: .min ... .max, using: &random)
        record.born = .random(in: .min ... .max, using: &random)
        record.assetCount = .random(in: 0...1_000_000, using: &random)
        record.childCount = .random(in: 0...1_000_000, using: &random)
        record.companions = Companions(rawValue: .random(in: 0..<64, using: &random))
        record.hasMembers = .random(using: &random)
        record.isRemoved = .random(using: &random)
        record.isDetached = .random(using: &random)
        return record
    }

    private func text(_ record: DirectoryRecord?) -> String { "\(record as Any)" }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `directories are what they were set to, by number and by place`(seed: UInt64) {
        var random = SplitMix(state: seed)
        var pair = Pair()
        for step in 0..<3_000 {
            pair.set(record(.random(in: 1...400, using: &random), &random))
            if step % 500 == 499 {
                let gone = Set((0..<20).map { _ in Int64.random(in: 1...400, using: &random) })
                pair.table.remove(gone)
                for id in gone { pair.expected[id] = nil }
            }
            let (parent, name) = (
                Int64.random(in: 1...20, using: &random), Array("\(step % 30)".utf8)
            )
            #expect(pair.table.directory(name, in: parent)?.id == pair.directory(name, in: parent))
            let id = Int64.random(in: 1...400, using: &random)
            #expect(text(pair.table[id]) == text(pair.expected[id]))
            #expect(pair.table.parent(of: id) == pair.expected[id]?.parent)
        }
        let sorted = pair.expected.values.sorted { $0.id < $1.id }
        #expect(Array(pair.table.values).map { text($0) } == sorted.map { text($0) })
    }
}
