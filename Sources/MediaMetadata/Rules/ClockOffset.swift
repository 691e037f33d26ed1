/// How far a camera's clock was from UTC, by two times of one moment.
package enum ClockOffset {
    /// Returns the minutes east of UTC that a difference stands for.
    ///
    /// - Parameters:
    ///   - difference: The local time minus that in UTC, in microseconds.
    ///   - tolerance: By how much the two may be apart in truth, in microseconds. A GPS time is that of the last fix, a
    ///     while before.
    ///   - longitude: Of the place, in degrees; the sun goes by it, and clocks go roughly by the sun.
    /// - Returns: Nil if no clock there differs so much, as when the fix was hours ago.
    package static func nearest(
        to difference: Int64,
        within tolerance: Int64 = 450_000_000,
        longitude: Double? = nil
    ) -> Int? {
        guard difference.magnitude < 15 * 3_600_000_000 else { return nil }
        func distance(_ offset: Int) -> Int64 { abs(difference - Int64(offset) * 60_000_000) }
        guard let nearest = offsets.min(by: { distance($0) < distance($1) }),
            distance(nearest) <= tolerance, longitude.map({ isThere(nearest, $0) }) ?? true
        else { return nil }
        return nearest
    }

    /// Returns whether there are clocks with an offset near a longitude.
    private static func isThere(_ offset: Int, _ longitude: Double) -> Bool {
        if let places = uneven[offset] { return places.contains(longitude) }
        let apart = abs(Double(offset) - longitude * 4).truncatingRemainder(dividingBy: 1_440)
        // At most three hours, in the west of China.
        return min(apart, 1_440 - apart) <= 210
    }

    /// The offsets of clocks since there are digital cameras, in minutes (time zone database).
    private static let offsets = ((-12...14).map { $0 * 60 } + uneven.keys).sorted()
    /// Those that are no whole hours, and the longitudes where they are.
    private static let uneven: [Int: ClosedRange<Double>] = [
        -570: -142 ... -137, -270: -74 ... -59, -210: -60 ... -50, -150: -60 ... -50, 210: 44...64,
        270: 44...75, 330: 68...98, 345: 80...89, 390: 92...102, 510: 124...131, 525: 125...130,
        570: 124...142, 630: 129...160, 765: -178 ... -175, 825: -178 ... -175,
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
