internal import Foundation
internal import Photos

/// The index of where months begin in a list ordered by date.
struct MonthIndex: Equatable, Sendable {
    /// A month of a calendar, in chronological order.
    struct Month: Hashable, Comparable, Sendable {
        /// Months since the year 0.
        let number: Int

        static func < (a: Month, b: Month) -> Bool { a.number < b.number }

        /// The month in the form `2023-07`.
        var name: String {
            let (year, month) = number.quotientAndRemainder(dividingBy: 12)
            let digits = "\(year)"
            return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                + (month < 9 ? "-0" : "-") + "\(month + 1)"
        }
    }

    /// The consecutive photos of a month.
    struct Section: Equatable, Sendable {
        let month: Month
        var count: Int
    }

    private(set) var sections: [Section] = []

    /// Finds the months of a list by binary search, reading about twenty dates a month, however long the list is.
    ///
    /// - Parameters:
    ///   - count: The length of the list.
    ///   - month: Returns the month of a position; months must ascend or descend with the positions.
    init(count: Int, _ month: (Int) -> Month) {
        var start = 0
        while start < count {
            let this = month(start)
            let end = Self.end(of: this, from: start, count, month)
            sections.append(Section(month: this, count: end - start))
            start = end
        }
    }

    /// Returns the first position after `start` that belongs to another month.
    private static func end(
        of this: Month,
        from start: Int,
        _ count: Int,
        _ month: (Int) -> Month
    ) -> Int {
        var (known, step) = (start, 1)
        while known + step < count, month(known + step) == this {
            known += step
            step *= 2
        }
        var other = min(known + step, count)
        while other - known > 1 {
            let middle = known + (other - known) / 2
            if month(middle) == this { known = middle } else { other = middle }
        }
        return other
    }

    /// Returns whether the sections fit the list; reads only the dates at their borders.
    func holds(count: Int, _ month: (Int) -> Month) -> Bool {
        var start = 0
        for section in sections {
            let end = start + section.count
            guard section.count > 0, end <= count, month(start) == section.month,
                month(end - 1) == section.month
            else { return false }
            start = end
        }
        return start == count
    }

    /// Removes and inserts photos by month; returns false if the months do not allow that, and a new index is needed.
    mutating func change(removing: [Month], inserting: [Month]) -> Bool {
        var counts = Dictionary(sections.map { ($0.month, $0.count) }) { $0 + $1 }
        guard counts.count == sections.count else { return false }
        let isAscending = (sections.first?.month).map { $0 <= (sections.last?.month ?? $0) }
        for month in removing { counts[month, default: 0] -= 1 }
        for month in inserting { counts[month, default: 0] += 1 }
        guard let isAscending, counts.values.allSatisfy({ $0 >= 0 }), sections.count > 1 else {
            return false
        }
        let months = counts.keys.filter { counts[$0] != 0 }.sorted()
        sections = (isAscending ? months : months.reversed()).map {
            Section(month: $0, count: counts[$0] ?? 0)
        }
        return true
    }
}

extension MonthIndex.Month {
    /// Returns the month of an instant in a calendar.
    init(_ date: Date, in calendar: Calendar) {
        let parts = calendar.dateComponents([.year, .month], from: date)
        number = (parts.year ?? 0) * 12 + (parts.month ?? 1) - 1
    }
}
