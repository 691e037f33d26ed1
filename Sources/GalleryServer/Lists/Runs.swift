internal import Foundation

/// Positions in their encoded form, as runs of start and length.
struct Runs: Encodable, Equatable, Sendable {
    let runs: [[Int]]

    init(_ positions: IndexSet?) {
        runs = (positions ?? []).rangeView.map { [$0.lowerBound, $0.count] }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(runs)
    }
}
