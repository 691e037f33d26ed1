import TestSupport
import Testing

@testable import Catalogue

struct RowOrderTests {
    private func verdicts(
        _ numbers: [Int64],
        within bounds: ClosedRange<Int64> = RowOrder.anything
    ) -> [RowOrder.Verdict] { RowOrder(numbers, within: bounds).verdicts }

    @Test func `numbers that go up are right`() {
        #expect(verdicts([1, 5, 9]) == [.right, .right, .right])
        #expect(verdicts([]) == [])
    }

    @Test func `of two equal numbers that is wrong for which there is room`() {
        #expect(verdicts([309, 311, 311, 312]) == [.right, .wrong(310), .right, .right])
        #expect(verdicts([309, 310, 310, 312]) == [.right, .right, .wrong(311), .right])
        // 311 is one bit from 310 and 309, and from none above it that is below 315.
        #expect(verdicts([308, 311, 311, 315]) == [.right, .unknown, .right, .right])
    }

    @Test func `a number out of the order, or of bounds, is put right where only one fits`() {
        #expect(verdicts([1, 2, 35, 4, 5]) == [.right, .right, .wrong(3), .right, .right])
        #expect(verdicts([1, 2, 50, 4, 5]) == [.right, .right, .unknown, .right, .right])
        #expect(verdicts([1, 2, 50, 7, 9]) == [.right, .right, .unknown, .right, .right])
        #expect(verdicts([98, 99, 228], within: 98...100) == [.right, .right, .wrong(100)])
        #expect(verdicts([230, 103, 104], within: 102...110) == [.wrong(102), .right, .right])
    }

    @Test func `rows of another page keep their numbers, whatever there is room for`() {
        #expect(verdicts([7, 8, 9], within: 1...3) == [.right, .right, .right])
        #expect(verdicts([1, 3, 2, 4]) == [.right, .unknown, .unknown, .right])
        #expect(
            verdicts([1, 6, 3, 5, 2, 8])
                == [.right, .unknown, .right, .right, .unknown, .right]
        )
        #expect(
            verdicts([1, 17, 18, 4], within: 1...4) == [.right, .unknown, .unknown, .right]
        )
    }

    @Test func `one wrong bit among random numbers makes no other number wrong`() {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        for _ in 0..<2_000 {
            var next: Int64 = 0
            let numbers = (0..<Int.random(in: 3...40, using: &generator)).map { _ in
                next += Int64.random(in: 1...3, using: &generator)
                return next
            }
            var wrong = numbers
            let place = numbers.indices.randomElement(using: &generator) ?? 0
            wrong[place] ^= 1 << Int64.random(in: 0..<12, using: &generator)
            guard zip(wrong, wrong.dropFirst()).contains(where: >=) else { continue }
            for (index, verdict) in verdicts(wrong, within: 0...next).enumerated() {
                switch verdict {
                case .right: #expect(wrong[index] == numbers[index], "\(wrong), seed \(seed)")
                case .wrong(let number): #expect(number == numbers[index], "\(wrong), seed \(seed)")
                case .unknown: break
                }
            }
        }
    }
}
