package import PhotoModel

/// Finds the date a photo was taken in its name, for files without a date inside.
package enum NameDates {
    /// Finds the date in a name: by the naming of a maker or an app, otherwise in a general form.
    ///
    /// - Parameters:
    ///   - name: With its extension.
    ///   - now: Microseconds since 1970; a time later than tomorrow does not count as a date.
    /// - Returns: The date, its precision and its source. The date in a ``CopyMark`` does not count.
    package static func find(
        _ name: [UInt8],
        now: Int64
    ) -> (date: CaptureDate, precision: DatePrecision, detail: String)? {
        var isRefused = false
        return find(name, now: now, isRefused: &isRefused)
    }

    /// Does the same; `isRefused` becomes true if there is a date that does not count because it is after tomorrow.
    package static func find(
        _ name: [UInt8],
        now: Int64,
        isRefused: inout Bool
    ) -> (date: CaptureDate, precision: DatePrecision, detail: String)? {
        let text = NameText(CopyMark.removed(from: stem(name)))
        guard text.bytes.contains(where: NameText.isDigit) else { return nil }
        for naming in Naming.all {
            guard let found = naming.match(text) else { continue }
            if isPlausible(found.time, now) {
                return (date(found), found.precision, "naming of \(naming.source)")
            }
            if found.time.isPlausible { isRefused = true }
        }
        guard let found = GeneralDate.find(text) else { return nil }
        guard isPlausible(found.time, now) else {
            if found.time.isPlausible { isRefused = true }
            return nil
        }
        return (date(found), found.precision, "a date in the name")
    }

    /// Returns the minutes from UTC of the clock whose time a camera wrote into the name of a film that began or ended
    /// at a date in UTC; nil if the name says something else.
    ///
    /// - `duration`: In seconds.
    package static func clock(
        of name: [UInt8],
        _ date: CaptureDate,
        _ duration: Double,
        now: Int64
    ) -> Int? {
        guard date.source == .quicktime, date.offsetMinutes == 0, date.clockSource == .library,
            let (named, precision, _) = find(name, now: now), precision >= .second,
            named.offsetMinutes == nil
        else { return nil }
        let end = named.microseconds - date.microseconds
        let length = Int64(min(max(duration, 0), 86_400) * 1e6)
        return [end, end + length].lazy
            .compactMap { ClockOffset.nearest(to: $0, within: 60_000_000) }.first
    }

    /// Whether a time is no later than tomorrow anywhere on Earth.
    static func isPlausible(_ time: CivilTime, _ now: Int64) -> Bool {
        time.isPlausible && time.microseconds < dayAfterTomorrow(now)
    }

    /// Returns when the day after tomorrow begins where it begins first, in microseconds since 1970.
    static func dayAfterTomorrow(_ now: Int64) -> Int64 {
        let day: Int64 = 86_400_000_000
        let easternmost = min(max(now, -day), AnswerLimits.moments.upperBound) + 14 * 3_600_000_000
        return easternmost - easternmost % day + 2 * day
    }

    private static func date(_ found: WrittenDate) -> CaptureDate {
        CaptureDate(
            microseconds: found.time.microseconds,
            offsetMinutes: found.isUTC ? 0 : nil,
            source: .filename
        )
    }

    private static func stem(_ name: [UInt8]) -> [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, dot >= name.count - 6 else {
            return name
        }
        return Array(name[..<dot])
    }
}
