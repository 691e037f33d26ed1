import TestSupport
import Testing

@testable import GalleryServer

struct MonthIndexTests {
    private typealias Month = MonthIndex.Month

    private static func naive(_ months: [Int]) -> [MonthIndex.Section] {
        var sections: [MonthIndex.Section] = []
        for number in months {
            if sections.last?.month.number == number {
                sections[sections.count - 1].count += 1
            } else {
                sections.append(MonthIndex.Section(month: Month(number: number), count: 1))
            }
        }
        return sections
    }

    private static func random(_ generator: inout SplitMix, ascending: Bool)
        -> [Int]
    {
        let count = [0, 1, 2, 50, 3_000].randomElement(using: &generator) ?? 0
        let months = (0..<count).map { _ in Int.random(in: 24_000..<24_040, using: &generator) }
        return ascending ? months.sorted() : months.sorted(by: >)
    }

    @Test func `the months are those that counting finds, and few dates are read`() {
        var generator = SplitMix(state: Effort.seed)
        for round in 0..<200 {
            let months = Self.random(&generator, ascending: round % 2 == 0)
            var reads = 0
            let index = MonthIndex(count: months.count) { position in
                reads += 1
                return Month(number: months[position])
            }
            #expect(index.sections == Self.naive(months))
            #expect(reads <= index.sections.count * 30)
            #expect(index.holds(count: months.count) { Month(number: months[$0]) })
            guard months.count > 2, months.first != months.last else { continue }
            #expect(!index.holds(count: months.count - 1) { Month(number: months[$0]) })
        }
    }

    @Test func `photos that come and go change the months as counting anew does`() {
        var generator = SplitMix(state: Effort.seed)
        for round in 0..<200 {
            let isAscending = round % 2 == 0
            var months = Self.random(&generator, ascending: isAscending)
            var index = MonthIndex(count: months.count) { Month(number: months[$0]) }
            var removed: [Int] = []
            for _ in 0..<min(5, months.count) {
                removed.append(months.remove(at: Int.random(in: months.indices, using: &generator)))
            }
            let inserted = (0..<5).map { _ in Int.random(in: 23_990..<24_050, using: &generator) }
            months = isAscending ? (months + inserted).sorted() : (months + inserted).sorted(by: >)
            let isDone = index.change(
                removing: removed.map { Month(number: $0) },
                inserting: inserted.map { Month(number: $0) }
            )
            if isDone { #expect(index.sections == Self.naive(months)) }
        }
    }

    @Test func `a month is named by year and month`() {
        #expect(Month(number: 2_023 * 12 + 6).name == "2023-07")
        #expect(Month(number: 815 * 12 + 11).name == "0815-12")
    }
}
