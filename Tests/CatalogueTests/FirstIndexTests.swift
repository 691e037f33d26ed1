import TestSupport
import Testing

@testable import Catalogue

/// What a first index has in memory instead of asking the catalogue.
struct FirstIndexTests {
    @Test func `a set of inode numbers has what was put in and nothing else`() {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        var (numbers, known) = (InodeSet(), Set<Int64>())
        // In rows, as file systems give them out, and from anywhere, the sign bit too.
        for _ in 0..<2_000 {
            let isNear = generator.next() % 4 != 0
            let inode = Int64(bitPattern: isNear ? generator.next() % 5_000 : generator.next())
            numbers.insert(inode)
            known.insert(inode)
        }
        for inode in known { #expect(numbers.contains(inode)) }
        for inode in -100..<5_100 {
            #expect(numbers.contains(Int64(inode)) == known.contains(Int64(inode)), "seed \(seed)")
        }
    }

    @Test func `random numbers taken by the block are all different`() {
        var block = RandomBlock()
        let numbers = Set((0..<10_000).map { _ in block.next() })
        #expect(numbers.count == 10_000)
    }
}
