internal import PhotoModel

/// The capture dates in the blocks of a picture; the first one present counts.
struct PictureDates {
    let facts: FileFacts
    /// Date and time of the IPTC block.
    var iptc: String?
    /// The creation time of a PNG file.
    var creationTime: String?

    /// A date that counts.
    struct Found {
        /// On the clock that follows from the GPS fix, if there is one.
        let date: CaptureDate
        let precision: DateText.Precision
        /// The tag it was read from, and how much of it is known.
        let tag: String
    }

    /// The sources in order of preference: the camera's before those of programs, and the time of capture before the
    /// time the file was created.
    private enum Source: Int, CaseIterable, Comparable {
        case original, digitized, xmpOriginal, photoshop, iptc, xmpCreation, png, modified, gps

        static func < (one: Source, other: Source) -> Bool { one.rawValue < other.rawValue }

        /// Whether it says when the picture was taken, and not when a file was made of it.
        var isOfCapture: Bool { [.original, .xmpOriginal, .photoshop, .iptc].contains(self) }
    }

    /// Returns the first date that counts.
    ///
    /// Of a date that is known in part, another source of the moment of capture may know more.
    ///
    /// `admits`: Is called with each date that is there up to that one, and its tag.
    func first(_ admits: (CaptureDate, String) -> Bool) -> Found? {
        for source in Source.allCases {
            guard let (date, precision) = read(source), admits(date, tag(source)) else { continue }
            if precision < .second, source.isOfCapture {
                for other in Source.allCases where other > source && other.isOfCapture {
                    guard let (finer, known) = read(other), known > precision,
                        Self.begins(finer, like: date, precision),
                        admits(finer, tag(other))
                    else { continue }
                    return found(finer, known, other)
                }
            }
            return found(date, precision, source)
        }
        return nil
    }

    private func found(
        _ date: CaptureDate,
        _ precision: DateText.Precision,
        _ source: Source
    ) -> Found {
        Found(
            date: onClock(date, precision),
            precision: precision,
            tag: tag(source) + precision.words
        )
    }

    /// Returns a local time on the clock that follows from the GPS fix.
    private func onClock(_ date: CaptureDate, _ precision: DateText.Precision) -> CaptureDate {
        guard date.offsetMinutes == nil, precision == .second, let fix = facts.exif?.gps.date,
            let offset = ClockOffset.nearest(
                to: date.microseconds - fix.microseconds,
                longitude: facts.exif?.gps.location?.longitude
            )
        else { return date }
        var date = date
        date.setClock(offset, .gps)
        return date
    }

    /// Returns the first of the dates in an XMP packet that counts, and the property it was read from.
    static func first(
        in packet: XMPFacts,
        _ admits: (CaptureDate, String) -> Bool
    ) -> (CaptureDate, String)? {
        var facts = FileFacts(stem: "", format: .unknown)
        facts.xmp = packet
        return PictureDates(facts: facts).first(admits).map { ($0.date, $0.tag) }
    }

    private func read(_ source: Source) -> (date: CaptureDate, precision: DateText.Precision)? {
        switch source {
        case .original: facts.exif.flatMap { Self.read($0.original, $0, .exif) }
        case .digitized: facts.exif.flatMap { Self.read($0.digitized, $0, .exifDigitized) }
        case .xmpOriginal, .photoshop:
            facts.xmp[key(source)].flatMap { DateText.read($0, source: .xmp) }
        case .xmpCreation:
            facts.xmp[key(source)].flatMap { DateText.read($0, source: .xmpCreation) }
        case .iptc: iptc.flatMap { DateText.read($0, source: .iptc) }
        case .png: creationTime.flatMap { DateText.read($0, source: .exif) }
        case .modified:
            EditorNames.wasEdited(facts)
                ? nil : facts.exif.flatMap { Self.read($0.modified, $0, .exifModified) }
        case .gps:
            facts.exif.flatMap { exif in
                exif.gps.date.map { ($0, .second) } ?? exif.gps.onlyDay.map { ($0, .day) }
            }
        }
    }

    private static func read(
        _ moment: ExifMoment,
        _ exif: ExifFacts,
        _ source: DateSource
    ) -> (date: CaptureDate, precision: DateText.Precision)? {
        moment.date.flatMap {
            DateText.read(
                $0,
                fraction: moment.fraction,
                offset: moment.offset ?? exif.offset,
                source: source
            )
        }
    }

    /// Returns whether a date lies within another, of which a part is known.
    private static func begins(
        _ finer: CaptureDate,
        like date: CaptureDate,
        _ precision: DateText.Precision
    ) -> Bool {
        func fields(_ date: CaptureDate) -> [Int] {
            let time = CivilTime(at: date.microseconds, offset: date.offsetMinutes)
            return [time.year, time.month, time.day, time.hour]
        }
        let count = precision.rawValue + 1
        return fields(finer).prefix(count) == fields(date).prefix(count)
    }

    private func key(_ source: Source) -> String {
        switch source {
        case .xmpOriginal: "exif:DateTimeOriginal"
        case .photoshop: "photoshop:DateCreated"
        default: "xmp:CreateDate"
        }
    }

    private func tag(_ source: Source) -> String {
        switch source {
        case .original: "\(facts.exif?.original.tag ?? "Exif DateTimeOriginal")"
        case .digitized: "Exif DateTimeDigitized"
        case .xmpOriginal, .photoshop, .xmpCreation: "XMP \(key(source))"
        case .iptc: "IPTC 2:55 and 2:60"
        case .png: "PNG Creation Time"
        case .modified: "Exif DateTime"
        case .gps: "Exif GPSDateStamp and GPSTimeStamp"
        }
    }
}

extension PictureDates {
    /// Returns the dates that contradict the one that counts, each with the reason why it is not used.
    func contradictions(of counting: Found) -> [Evidence] {
        let (taken, tag) = (counting.date, counting.tag)
        // The time a file was created answers another question.
        let others: [Source] = [.original, .digitized, .xmpOriginal, .photoshop, .iptc]
        var found = others.compactMap { source -> Evidence? in
            guard let (other, _) = read(source), let words = Self.difference(other, taken) else {
                return nil
            }
            return Self.evidence(self.tag(source), other, words, tag)
        }
        guard let fix = facts.exif?.gps.date else { return found }
        if taken.offsetMinutes == nil, taken.clockSource != .gps, counting.precision == .second {
            found.append(
                Evidence(
                    value: "timeZone",
                    rule: "gps",
                    detail: "Exif GPSTimeStamp = \(fix): no clock there is so far from UTC"
                )
            )
        }
        if Self.isFar(fix, taken) {
            found.append(Self.evidence(self.tag(.gps), fix, "more than a day from it", tag))
        }
        return found
    }

    private static func evidence(
        _ source: String,
        _ date: CaptureDate,
        _ words: String,
        _ taken: String
    ) -> Evidence {
        Evidence(
            value: "creationDate",
            rule: "precedence",
            detail: "\(source) = \(date): \(words); \(taken) comes before it"
        )
    }

    /// Describes how far one date is from another; nil if both may be the same.
    private static func difference(_ date: CaptureDate, _ other: CaptureDate) -> String? {
        let haveZones = date.offsetMinutes != nil && other.offsetMinutes != nil
        let (mine, theirs) =
            haveZones
            ? (date.microseconds, other.microseconds) : (date.writtenClock, other.writtenClock)
        let day: Int64 = 86_400_000_000
        // A source without a time of day gives midnight.
        let clocks = [date.writtenClock, other.writtenClock]
        let isSameDay = clocks[0] / day == clocks[1] / day
        guard !isSameDay || clocks.allSatisfy({ $0 % day != 0 }) else { return nil }
        let seconds = abs(mine - theirs) / 1_000_000
        guard seconds > 1 else { return nil }
        let amount =
            switch seconds {
            case ..<120: "\(seconds) seconds"
            case ..<7_200: "\(seconds / 60) minutes"
            case ..<172_800: "\(seconds / 3_600) hours"
            default: "\(seconds / 86_400) days"
            }
        return "\(amount) \(mine < theirs ? "earlier" : "later")"
    }

    private static func isFar(_ date: CaptureDate, _ other: CaptureDate) -> Bool {
        abs(date.microseconds - other.microseconds) > 86_400_000_000
    }
}
