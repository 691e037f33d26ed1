/// The numbers of the rows on a page, which ascend unless some are wrong.
///
/// A wrong number can be that of another row, and then it is not clear which of the two is wrong. Rows can also lie on
/// a page of others, even whole pages of them, and have the right numbers there. So a number is only corrected if it is
/// wrong by one bit.
struct RowOrder {
    enum Verdict: Equatable {
        case right
        /// The number that the row must have.
        case wrong(Int64)
        case unknown
    }

    static let anything = 0...DamagedTable.highestNumber

    private(set) var verdicts: [Verdict]
    private let numbers: [Int64]
    private let bounds: ClosedRange<Int64>

    /// - Parameters:
    ///   - numbers: The numbers in the order of the page.
    ///   - bounds: The numbers that rows of the page can have.
    init(_ numbers: [Int64], within bounds: ClosedRange<Int64> = anything) {
        (self.numbers, self.bounds) = (numbers, bounds)
        verdicts = Array(repeating: .right, count: numbers.count)
        let isAscending = zip(numbers, numbers.dropFirst()).allSatisfy(<)
        let within = numbers.count(where: bounds.contains)
        // A page that took the place of another has its own rows.
        let isElsewhere = within == 0 && numbers.count > 1
        if !isAscending || within < numbers.count && !isElsewhere { judge() }
    }

    private mutating func judge() {
        let isCertain = certain()
        var start = 0
        for index in 0...numbers.count where index == numbers.count || isCertain[index] {
            if start < index { judge(start..<index) }
            start = index + 1
        }
    }

    /// Returns which numbers belong to every longest selection that ascends.
    private func certain() -> [Bool] {
        let before = ascents(numbers.indices, <)
        let after = ascents(numbers.indices.reversed(), >)
        let longest = before.max() ?? 0
        var counts: [Int: Int] = [:]
        let isOfOne = numbers.indices.map {
            before[$0] > 0 && before[$0] + after[$0] - 1 == longest
        }
        for index in numbers.indices where isOfOne[index] { counts[before[index], default: 0] += 1 }
        return numbers.indices.map { isOfOne[$0] && counts[before[$0]] == 1 }
    }

    /// Returns the length of the longest ascent, or descent, to each number in an order of the rows; 0 if it is out of
    /// bounds.
    private func ascents(
        _ order: some Collection<Int>,
        _ precedes: (Int64, Int64) -> Bool
    ) -> [Int] {
        var (lengths, passed) = (numbers.map { _ in 0 }, [Int]())
        for index in order where bounds.contains(numbers[index]) {
            let longest = passed.filter { precedes(numbers[$0], numbers[index]) }
                .map { lengths[$0] }.max()
            lengths[index] = 1 + (longest ?? 0)
            passed.append(index)
        }
        return lengths
    }

    /// Judges the rows between two that are certain.
    private mutating func judge(_ part: Range<Int>) {
        let lower = part.lowerBound > 0 ? numbers[part.lowerBound - 1] + 1 : bounds.lowerBound
        let upper =
            part.upperBound < numbers.count ? numbers[part.upperBound] - 1 : bounds.upperBound
        for index in part { verdicts[index] = .unknown }
        guard lower <= upper else { return }
        let ways = part.compactMap { way(ifWrong: $0, in: part, lower...upper) }
        guard ways.count == 1 else { return }
        for index in part where index != ways[0].wrong { verdicts[index] = .right }
        // Two rows in each other's place have their own numbers.
        if ways[0].numbers.count == 1, !numbers.contains(ways[0].numbers[0]) {
            verdicts[ways[0].wrong] = .wrong(ways[0].numbers[0])
        }
    }

    /// Returns the numbers a row may have had, if it alone is wrong and by one bit; nil if it cannot be.
    private func way(
        ifWrong wrong: Int,
        in part: Range<Int>,
        _ room: ClosedRange<Int64>
    ) -> (wrong: Int, numbers: [Int64])? {
        let others = part.filter { $0 != wrong }.map { numbers[$0] }
        guard zip(others, others.dropFirst()).allSatisfy(<), others.allSatisfy(room.contains)
        else { return nil }
        let low = wrong > part.lowerBound ? numbers[wrong - 1] + 1 : room.lowerBound
        let high = wrong + 1 < part.upperBound ? numbers[wrong + 1] - 1 : room.upperBound
        let found = (0..<40).map { numbers[wrong] ^ (1 << $0) }.filter { $0 >= low && $0 <= high }
        return found.isEmpty ? nil : (wrong, found)
    }
}
