import Testing

@testable import FolderWatch

struct PositionTableTests {
    /// Each row holds a number, or nothing when it is not in the table; `spread` is what their hashes are taken by.
    private struct Rows {
        var numbers: [UInt64?]
        var table = PositionTable()
        let spread: UInt64

        init(_ count: Int, spread: UInt64) {
            numbers = Array(repeating: nil, count: count)
            self.spread = spread
        }

        func position(of number: UInt64) -> Int? {
            table.position(number % spread) { numbers[$0] == number }
        }

        mutating func put(_ number: UInt64, at position: Int) {
            numbers[position] = number
            table.insert(position) { [numbers, spread] in (numbers[$0] ?? 0) % spread }
        }

        mutating func clear(_ position: Int) {
            table.remove(position) { [numbers, spread] in (numbers[$0] ?? 0) % spread }
            numbers[position] = nil
        }

        mutating func move(_ position: Int, to new: Int) {
            table.move(position, to: new) { [numbers, spread] in (numbers[$0] ?? 0) % spread }
            numbers.swapAt(position, new)
        }
    }

    @Test(arguments: [UInt64.max, 40, 3, 1])
    func `rows are found whatever came, went and moved before`(spread: UInt64) {
        var rows = Rows(200, spread: spread)
        var expected: [UInt64: Int] = [:]
        var random: UInt64 = 11
        for _ in 0..<8_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (number, position) = (random >> 33 % 300, Int(random >> 50 % 200))
            #expect(rows.position(of: number) == expected[number])
            if let known = expected[number] {
                if random >> 60 < 8 {
                    rows.clear(known)
                    expected[number] = nil
                } else if rows.numbers[position] == nil {
                    rows.move(known, to: position)
                    expected[number] = position
                }
            } else if rows.numbers[position] == nil {
                rows.put(number, at: position)
                expected[number] = position
            }
            #expect(rows.table.count == expected.count)
        }
        for (number, position) in expected { #expect(rows.position(of: number) == position) }
    }

    @Test func `a row that was not added is not removed`() {
        var rows = Rows(3, spread: .max)
        rows.clear(0)
        rows.put(7, at: 1)
        rows.numbers[2] = 7
        rows.clear(2)
        #expect(rows.table.count == 1 && rows.position(of: 7) == 1)
    }
}
