internal import Foundation

/// How much a run of the tests tries: a part that differs from run to run, or with `HELIOGRAPH_TESTS=all` everything.
///
/// The part is what each change must pass (`contrib/test`); `contrib/check all` tries everything.
package enum Effort {
    package static let isFull = ProcessInfo.processInfo.environment["HELIOGRAPH_TESTS"] == "all"

    /// What selects the part, and what is random in all tests; `HELIOGRAPH_TEST_SEED` repeats a run.
    package static let seed: UInt64 = {
        guard let given = ProcessInfo.processInfo.environment["HELIOGRAPH_TEST_SEED"] else {
            let seed = UInt64.random(in: 0..<1_000_000)
            print("HELIOGRAPH_TEST_SEED=\(seed)")
            return seed
        }
        guard let seed = UInt64(given), seed < 1_000_000_000_000 else {
            fatalError("HELIOGRAPH_TEST_SEED is '\(given)', not a number below 1,000,000,000,000")
        }
        return seed
    }()

    /// A seed for each time that something is tried.
    package static func seeds(_ part: Int, of all: Int) -> [UInt64] {
        (0..<count(part, of: all)).map { seed + UInt64($0) }
    }

    /// How often something is tried.
    package static func count(_ part: Int, of all: Int) -> Int {
        isFull ? all : part
    }

    /// Some of the elements in their order, or all of them.
    package static func part<Element>(_ count: Int, of all: [Element]) -> [Element] {
        guard !isFull, count < all.count else { return all }
        var random = SplitMix(state: seed)
        return Array(all.indices).shuffled(using: &random).prefix(count).sorted().map { all[$0] }
    }
}
