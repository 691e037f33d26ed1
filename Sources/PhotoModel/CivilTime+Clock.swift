extension CivilTime {
    /// Creates the time that a clock shows at an instant.
    ///
    /// - Parameters:
    ///   - instant: Microseconds since 1970 UTC.
    ///   - offset: Minutes east of UTC.
    package init(at instant: Int64, offset: Int?) {
        self.init(microseconds: Self.clock(at: instant, offset: offset))
    }

    /// Returns the time that a clock shows at an instant, as microseconds since 1970-01-01T00:00:00 on that clock,
    /// limited to years of four digits.
    ///
    /// A damaged catalogue may contain any number.
    package static func clock(at instant: Int64, offset: Int?) -> Int64 {
        within(years, within(years, instant) + Int64(sound(offset ?? 0)) * 60_000_000)
    }

    /// Returns an offset in minutes, or the nearest one that is less than a day.
    package static func sound(_ offset: Int) -> Int { within(-1_439...1_439, offset) }

    /// From the first microsecond of the year 0 to the last of 9999.
    private static let years = Int64(-62_167_219_200_000_000)...253_402_300_799_999_999

    private static func within<Number>(_ range: ClosedRange<Number>, _ number: Number) -> Number {
        min(max(number, range.lowerBound), range.upperBound)
    }
}
