/// The numbers of the rows on a page, which go up unless some are wrong.
struct RowOrder {
    /// Which numbers are most likely right: as many as can be that go up.
    let isCertain: [Bool]
    private let numbers: [Int64]

    init(_ numbers: [Int64]) {
        self.numbers = numbers
        let isOrdered = zip(numbers, numbers.dropFirst()).allSatisfy(<)
        isCertain =
            isOrdered ? Array(repeating: true, count: numbers.count) : Self.longestAscent(numbers)
    }

    private static func longestAscent(_ numbers: [Int64]) -> [Bool] {
        // Of each number how many go up to it at most, and which is the one before it of these.
        var (lengths, before) = (numbers.map { _ in 1 }, numbers.map { _ in -1 })
        for index in numbers.indices {
            for earlier in 0..<index
            where numbers[earlier] < numbers[index] && lengths[earlier] >= lengths[index] {
                (lengths[index], before[index]) = (lengths[earlier] + 1, earlier)
            }
        }
        var isCertain = numbers.map { _ in false }
        var place = lengths.indices.max { lengths[$0] < lengths[$1] } ?? -1
        while place >= 0 {
            isCertain[place] = true
            place = before[place]
        }
        return isCertain
    }

    /// The number that the row at an index has to have, if only one fits between its neighbours.
    func onlyNumber(at index: Int) -> Int64? {
        guard index > 0, index + 1 < numbers.count, isCertain[index - 1], isCertain[index + 1],
            numbers[index + 1] - numbers[index - 1] == 2
        else { return nil }
        return numbers[index - 1] + 1
    }
}
