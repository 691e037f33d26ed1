/// How far a camera's clock was from UTC, by two times of one moment.
package enum ClockOffset {
    /// Returns the minutes east of UTC that a difference stands for.
    ///
    /// - Parameters:
    ///   - difference: The local time minus that in UTC, in microseconds.
    ///   - tolerance: By how much the two may be apart in truth, in microseconds. A GPS time is that of the last fix, a
    ///     while before.
    /// - Returns: Nil if no clock on Earth differs so much.
    package static func nearest(
        to difference: Int64,
        within tolerance: Int64 = 15 * 60_000_000
    ) -> Int? {
        guard abs(difference) < 15 * hour else { return nil }
        func distance(_ offset: Int) -> Int64 { abs(difference - Int64(offset) * 60_000_000) }
        let nearest = offsets.min { distance($0) < distance($1) }
        return nearest.flatMap { distance($0) <= tolerance ? $0 : nil }
    }

    private static let hour: Int64 = 3_600_000_000

    /// The offsets of clocks since there are digital cameras, in minutes (time zone database).
    private static let offsets =
        (-12...14).map { $0 * 60 } + [
            -570, -270, -210, -150, 210, 270, 330, 345, 390, 510, 525, 570, 630, 765, 825,
        ]

    /// The evidence for an offset that follows from a name.
    package static func evidence(_ offset: Int) -> String {
        "the local time in the name: \(text(offset))"
    }

    /// Returns the text of an offset, such as `UTC-04:00`.
    package static func text(_ offset: Int) -> String {
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let minutes = abs(offset)
        return "UTC\(offset < 0 ? "-" : "+")\(digits(minutes / 60)):\(digits(minutes % 60))"
    }
}
