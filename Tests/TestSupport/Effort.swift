internal import Foundation

/// How much a run of the tests tries: a part that differs from run to run, or with `HELIOGRAPH_TESTS=all` everything.
///
/// The part is what each change must pass (`contrib/test`); `contrib/check all` tries everything.
package enum Effort {
    package static let isFull = ProcessInfo.processInfo.environment["HELIOGRAPH_TESTS"] == "all"

    /// What selects the part; `HELIOGRAPH_TEST_SEED` repeats a run.
    package static let seed: UInt64 = {
        let given = ProcessInfo.processInfo.environment["HELIOGRAPH_TEST_SEED"]
        return given.flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
    }()

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
