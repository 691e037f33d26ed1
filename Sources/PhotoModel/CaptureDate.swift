/// The source of an asset's creation date.
package enum DateSource: Int, Sendable, CaseIterable {
    case exif = 1
    case xmp = 2
    case iptc = 3
    case quicktime = 4
    case filename = 5
    case modificationTime = 6
    case user = 7
    /// The name of a directory.
    case directory = 8
    /// The JSON file that Google Takeout puts beside a picture.
    case takeout = 9
    /// When a picture was digitized, in Exif, and in XMP; as for most cameras, it may be when it was taken.
    case exifDigitized = 10
    case xmpCreation = 11
    /// When a file was last written, in Exif, and the last GPS fix: for lack of anything else.
    case exifModified = 12
    case gps = 13

    /// Whether nobody recorded it as the date of the picture.
    package var isGuess: Bool {
        self == .filename || self == .directory || self == .modificationTime
    }

    /// Whether the file itself says when it was taken or digitized.
    package var isInFile: Bool {
        switch self {
        case .exif, .exifDigitized, .xmp, .xmpCreation, .iptc, .quicktime: true
        case .filename, .modificationTime, .user, .directory, .takeout, .exifModified, .gps: false
        }
    }

    /// Whether its offset is that of a clock, also if it is 0.
    var keepsLocalTime: Bool {
        self == .exif || self == .exifDigitized || self == .exifModified
    }

    /// Whether it comes after everything else that a file says: who has another date of a photo knows better.
    package var isLastResort: Bool { self == .exifModified || self == .gps }

    /// Whether it says something else than when a picture was taken, and any source that says that comes before it.
    package var isSecondary: Bool {
        self == .exifDigitized || self == .xmpCreation || isLastResort
    }

    /// The name used in JSON.
    package var name: StaticString {
        switch self {
        case .exif, .exifDigitized, .exifModified, .gps: "exif"
        case .xmp, .xmpCreation: "xmp"
        case .iptc: "iptc"
        case .quicktime: "quicktime"
        case .filename: "filename"
        case .modificationTime: "mtime"
        case .user: "user"
        case .directory: "directory"
        case .takeout: "takeout"
        }
    }
}

/// The source of the offset from UTC of the clocks where a picture was taken.
package enum ClockSource: Int, Sendable {
    /// The time zone of the library, which is assumed if there is nothing else.
    case library = 0
    /// The date itself.
    case date = 1
    /// The GPS clock.
    case gps = 2
    /// The name of the file, in which the camera wrote the time.
    case name = 3
}

/// The moment a picture was taken, with its time zone if known.
package struct CaptureDate: Hashable, Sendable {
    /// Microseconds since 1970-01-01 UTC; of a local time, that on a clock with the offset ``clockOffset``.
    package var microseconds: Int64
    /// Minutes east of UTC as the source has them, 0 if it counts in UTC, or nil if it has a local time only.
    package var offsetMinutes: Int?
    /// Minutes east of UTC of the clocks where it was taken; 0 until ``settle(in:)`` finds out.
    package var clockOffset = 0
    package var clockSource = ClockSource.library
    package var source: DateSource

    package init(microseconds: Int64, offsetMinutes: Int?, source: DateSource) {
        self.microseconds = microseconds
        self.offsetMinutes = offsetMinutes
        self.source = source
    }
}

/// A time zone in which the offset from UTC can be found.
package protocol LocalClock {
    /// Returns the minutes east of UTC at an instant.
    ///
    /// `instant`: Microseconds since 1970-01-01 UTC.
    func offset(at instant: Int64) -> Int
}

extension LocalClock {
    /// Returns the minutes east of UTC when a clock showed a time; of two such instants, at the first, and if the clock
    /// skipped that time, before it did.
    ///
    /// `time`: Microseconds since 1970-01-01T00:00:00 on the clock.
    package func offset(showing time: Int64) -> Int {
        let day: Int64 = 86_400_000_000
        let before = offset(at: time &- day)
        let after = offset(at: time &+ day)
        guard before != after, offset(at: time &- Int64(before) &* 60_000_000) != before else {
            return before
        }
        return offset(at: time &- Int64(after) &* 60_000_000) == after ? after : before
    }
}

extension CaptureDate {
    /// Microseconds since 1970-01-01, UTC or, for a local time without an offset, on that clock.
    package var written: Int64 {
        // A damaged catalogue may contain any number.
        offsetMinutes == nil ? microseconds &+ Int64(clockOffset) &* 60_000_000 : microseconds
    }

    /// The time as the source has it, on its clock.
    package var writtenTime: CivilTime { CivilTime(at: written, offset: offsetMinutes) }

    /// ``writtenTime`` in microseconds since 1970-01-01T00:00:00 on that clock.
    package var writtenClock: Int64 { CivilTime.clock(at: written, offset: offsetMinutes) }

    /// Whether the sources have the same, wherever the clocks were.
    package func isWritten(like other: CaptureDate) -> Bool {
        written == other.written && offsetMinutes == other.offsetMinutes && source == other.source
    }

    /// Whether it is the same instant as well.
    package func isSame(as other: CaptureDate) -> Bool {
        isWritten(like: other) && microseconds == other.microseconds
    }

    /// The time on a clock where the picture was taken.
    package var localTime: CivilTime { CivilTime(at: microseconds, offset: clockOffset) }

    /// The offset that the source has, or that of the clock if it is not the library's.
    package var knownOffset: Int? {
        offsetMinutes ?? (clockSource == .library ? nil : clockOffset)
    }

    /// Finds the offset of the clock, and from it the instant of a local time; what follows from the file is kept.
    ///
    /// An offset of 0 is that of a clock in Exif only, for elsewhere it stands for UTC.
    package mutating func settle(in zone: some LocalClock) {
        guard clockSource == .library || clockSource == .date else { return }
        if let offsetMinutes, offsetMinutes != 0 || source.keepsLocalTime {
            (clockOffset, clockSource) = (offsetMinutes, .date)
        } else if offsetMinutes == nil {
            setClock(zone.offset(showing: written), .library)
        } else {
            setClock(zone.offset(at: microseconds), .library)
        }
    }

    /// Sets the offset of the clock; a local time without an offset becomes another instant.
    package mutating func setClock(_ offset: Int, _ source: ClockSource) {
        if offsetMinutes == nil { microseconds = written &- Int64(offset) &* 60_000_000 }
        (clockOffset, clockSource) = (offset, source)
    }

    /// Returns the date, if it is a local time that somebody wrote without an offset, on the clock of the date that it
    /// replaces; not on one that a name gives, which may be another tomorrow.
    package func replacing(_ other: CaptureDate) -> CaptureDate {
        guard offsetMinutes == nil, clockSource == .library,
            other.clockSource == .date || other.clockSource == .gps
        else { return self }
        var date = self
        date.setClock(other.clockOffset, other.clockSource)
        return date
    }

    /// Returns whether another date has all the information of this one, and perhaps more: a fraction of the second,
    /// the zone.
    package func isContained(in other: CaptureDate) -> Bool {
        guard !other.source.isGuess,
            offsetMinutes == nil || offsetMinutes == other.offsetMinutes
        else { return false }
        let (mine, theirs) = (writtenClock, other.writtenClock)
        let precision: Int64 = mine % 1_000_000 == 0 ? 1_000_000 : 1
        return mine == theirs - theirs % precision
    }
}

extension CaptureDate: CustomStringConvertible {
    /// The local time in ISO 8601, with the offset if it is known.
    package var description: String {
        let time = writtenTime
        func digits(_ value: Int, _ count: Int) -> String {
            let text = "\(value)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let clock =
            "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
            + "T\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
            + ".\(digits(time.microsecond / 1_000, 3))"
        guard let offset = offsetMinutes.map(CivilTime.sound) else { return clock }
        guard offset != 0 else { return clock + "Z" }
        let minutes = abs(offset)
        return clock + (offset < 0 ? "-" : "+")
            + "\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2))"
    }
}

/// A date and a time of day in the proleptic Gregorian calendar, without a zone.
package struct CivilTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var microsecond: Int

    package init(
        year: Int,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0,
        microsecond: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
    }

    /// Creates the civil time at `microseconds` since 1970-01-01T00:00:00.
    package init(microseconds: Int64) {
        let seconds = microseconds.flooredQuotient(1_000_000)
        let days = seconds.flooredQuotient(86_400)
        let rest = Int(seconds - days * 86_400)
        // Days to date by eras of 400 years that start on 1 March (Howard Hinnant's algorithm).
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
        microsecond = Int(microseconds - seconds * 1_000_000)
    }

    /// Microseconds since 1970-01-01T00:00:00 on the same clock.
    package var microseconds: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = Int64(era * 146_097 + dayOfEra - 719_468)
        let seconds = days * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
        return seconds * 1_000_000 + Int64(microsecond)
    }

    /// Whether the fields are an existing date, between the first photograph (1826) and 2100.
    package var isPlausible: Bool {
        guard (1826...2100).contains(year), (1...12).contains(month), day >= 1 else { return false }
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= lengths[month - 1] && hour < 24 && minute < 60 && second <= 60
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
