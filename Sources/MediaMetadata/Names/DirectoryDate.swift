package import PhotoModel

/// The time when the photos in a directory were taken, by its name and those of the directories above: a year, a month
/// or a day.
///
/// The nearest directory with a date counts. Numbers below a year are its months (`2019/07`), those below a month the
/// days (`2019/07/14`).
package struct DirectoryDate: Equatable, Sendable {
    /// The beginning of that time; nil if no directory has a date.
    private var start: CivilTime?
    private(set) var precision = DatePrecision.year
    /// Whether the date is from the last directory, so that the next one may make it more precise.
    private var isOpen = false

    /// Creates a value without a date.
    package init() {}

    /// Returns the value for a subdirectory.
    package func entering(_ name: [UInt8]) -> DirectoryDate {
        let text = NameText(name)
        var inner = self
        inner.isOpen = false
        if let found = GeneralDate.find(text) {
            inner.tell(found.time, .day)
        } else if isOpen, let start, let numbers = Self.leadingNumbers(text) {
            inner.refine(start, precision, numbers)
        }
        if inner.isOpen { return inner }
        if let (year, month) = Self.month(text) {
            inner.tell(CivilTime(year: year, month: month, day: 1), .month)
        } else if let year = Self.year(text) {
            inner.tell(CivilTime(year: year, month: 1, day: 1), .year)
        }
        return inner
    }

    private mutating func tell(_ time: CivilTime, _ precision: DatePrecision) {
        let day = CivilTime(year: time.year, month: time.month, day: time.day)
        guard day.isPlausible else { return }
        (start, self.precision, isOpen) = (day, precision, true)
    }

    /// Uses the numbers at the beginning of a name as the month, as month and day, or as the day.
    private mutating func refine(
        _ start: CivilTime,
        _ precision: DatePrecision,
        _ numbers: [Int]
    ) {
        var time = start
        switch (precision, numbers.count) {
        case (.year, 1): time.month = numbers[0]
        case (.year, 2): (time.month, time.day) = (numbers[0], numbers[1])
        case (.month, 1): time.day = numbers[0]
        default: return
        }
        tell(time, precision == .year && numbers.count == 1 ? .month : .day)
    }
}

/// The resulting date of a photo.
extension DirectoryDate {
    /// Whether it does not count because it is after tomorrow.
    package func isAfterTomorrow(_ now: Int64) -> Bool {
        start.map { !NameDates.isPlausible($0, now) } ?? false
    }

    /// Returns the date of a photo for which only the modification time of its file is known.
    ///
    /// A modification time within the directory's date is more precise; it may be off by a time zone.
    ///
    /// - Parameters:
    ///   - modified: Microseconds since 1970.
    ///   - now: Likewise; a date later than tomorrow does not count.
    /// - Returns: Nil if the modification time should be used.
    package func date(modified: Int64, now: Int64) -> (date: CaptureDate, detail: String)? {
        guard let start, NameDates.isPlausible(start, now), !contains(modified) else { return nil }
        let date = CaptureDate(
            microseconds: start.microseconds,
            offsetMinutes: nil,
            source: .directory
        )
        return (date, "the directory says \(self)")
    }

    /// Whether a moment is within the directory's date, in some time zone.
    private func contains(_ moment: Int64) -> Bool {
        guard let start else { return false }
        var end = start
        switch precision {
        case .year: end.year += 1
        case .month:
            (end.year, end.month) = (end.year + end.month / 12, end.month % 12 + 1)
        default: end = CivilTime(microseconds: start.microseconds + 86_400_000_000)
        }
        let hour: Int64 = 3_600_000_000
        return moment >= start.microseconds - 14 * hour && moment < end.microseconds + 12 * hour
    }

    /// Whether photos get the same dates in both directories.
    package func tellsTheSame(as other: DirectoryDate) -> Bool {
        start == other.start && (start == nil || precision == other.precision)
    }
}

extension DirectoryDate: CustomStringConvertible {
    /// The date at its precision.
    package var description: String {
        guard let start else { return "nothing" }
        let day = CaptureDate(
            microseconds: start.microseconds,
            offsetMinutes: nil,
            source: .directory
        )
        return String("\(day)".prefix(precision == .year ? 4 : precision == .month ? 7 : 10))
    }
}
