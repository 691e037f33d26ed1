internal import PhotoModel

/// Dates in names of unknown origin.
///
/// Three forms count, anywhere between other characters: `YYYY-MM-DD`, `YYYYMMDD` and either with a time of day. The
/// characters next to them decide whether they are part of something else, such as a telephone number or a hash.
enum GeneralDate {
    static func find(_ name: NameText) -> WrittenDate? {
        var position = 0
        while position < name.bytes.count {
            if name.hasUUID(at: position) {
                position += 36
                continue
            }
            let count = name.digits(at: position)
            if count >= 4, let date = date(name, at: position, count) { return date }
            position += max(1, count)
        }
        return nil
    }

    /// Returns the date that begins with a run of that many digits.
    private static func date(_ name: NameText, at start: Int, _ count: Int) -> WrittenDate? {
        switch count {
        case 4: separated(name, at: start)
        case 8: compact(name, at: start)
        case 14, 17: unbroken(name, at: start, count)
        default: nil
        }
    }

    /// Reads `YYYY-MM-DD` with any of `-`, `_` and `.`.
    private static func separated(_ name: NameText, at start: Int) -> WrittenDate? {
        var reader = NameReader(name, at: start)
        guard reader.read(.anyDate), !reader.isBeforeDigit, let date = reader.date else {
            return nil
        }
        if let timed = timed(reader, name, from: start) { return timed }
        guard isNoNumber(name, before: start), !isNumber(name, after: reader.position) else {
            return nil
        }
        return date
    }

    /// Reads `YYYYMMDD`, optionally with a time.
    private static func compact(_ name: NameText, at start: Int) -> WrittenDate? {
        var reader = NameReader(name, at: start)
        guard reader.read(.anyDate), let date = reader.date, date.time.year >= 1_900 else {
            return nil
        }
        if let timed = timed(reader, name, from: start),
            !name.isLetter(start - 1) || isWord(name, before: start)
        {
            return timed
        }
        guard !name.isLetter(start + 8), isWord(name, before: start),
            isNoNumber(name, before: start), !isNumber(name, after: start + 8), !isOfAgency(name)
        else { return nil }
        return date
    }

    /// Reads `YYYYMMDDHHMMSS`, optionally with milliseconds.
    private static func unbroken(_ name: NameText, at start: Int, _ count: Int) -> WrittenDate? {
        guard !name.isLetter(start + count), isWord(name, before: start) else { return nil }
        var reader = NameReader(name, at: start)
        let fields: [DateField] = [.month, .day, .hour, .minute, .second]
        guard reader.read(.year, 4...4), fields.allSatisfy({ reader.read($0, 2...2) }),
            count == 14 || reader.read(.millisecond, 3...3), let date = reader.date,
            date.time.year >= 1_970
        else { return nil }
        return date
    }

    /// Adds the time of day that follows the date: `HHMMSS` after one character, or `HH.MM.SS` after a few.
    private static func timed(
        _ date: NameReader,
        _ name: NameText,
        from start: Int
    ) -> WrittenDate? {
        var reader = date
        guard reader.read(.text), reader.position > date.position else { return nil }
        let (gap, count) = (reader.position - date.position, name.digits(at: reader.position))
        let isJoined = gap == 1 && name[date.position].map { "-_. t".utf8.contains($0) } == true
        guard isJoined || count <= 2, reader.read(.anyTime), !reader.isBeforeDigit else {
            return nil
        }
        guard var found = reader.date else { return nil }
        let end = reader.position
        found.isUTC =
            ["z", "utc", "_utc", " utc"].contains { zone in
                name.hasPrefix(zone.utf8, at: end) && !name.isLetter(end + zone.utf8.count)
            }
            || ["gmt", "utc"].contains { name.hasPrefix($0.utf8, at: start - 3) }
        return found
    }

    /// Whether it is the name of a picture that was sold or given away: its number often looks like a date.
    private static func isOfAgency(_ name: NameText) -> Bool {
        agencies.contains { name.hasPrefix($0, at: 0) }
    }

    private static let agencies = [
        "123rf", "adobestock_", "alamy", "bigstock", "canstock", "depositphotos_", "dreamstime",
        "fotolia_", "freepik", "gettyimages", "istock", "pexels-", "pixabay", "pixta_",
        "shutterstock_", "stock-photo-", "vecteezy",
    ].map { Array($0.utf8) }

    /// Whether the letters before digits are a word rather than part of a hexadecimal number: either no letters at all,
    /// or at least three of which one is not a hexadecimal digit.
    private static func isWord(_ name: NameText, before start: Int) -> Bool {
        var position = start - 1
        var isHexadecimal = true
        while name.isLetter(position) {
            if name[position].map({ $0 > 0x66 }) == true { isHexadecimal = false }
            position -= 1
        }
        guard position < start - 1 else { return true }
        return start - 1 - position >= 3 && !isHexadecimal && !name.isDigit(position)
    }

    /// Whether digits are not the end of a number written in groups, as telephone numbers are.
    private static func isNoNumber(_ name: NameText, before start: Int) -> Bool {
        guard let joint = name[start - 1] else { return true }
        if "-.".utf8.contains(joint), name.isDigit(start - 2) { return false }
        var position = start - 1
        while name.isDigit(position) || name[position].map(" -".utf8.contains) == true {
            position -= 1
        }
        return name[position] != UInt8(ascii: "+")
    }

    /// Whether a number of seven digits or more follows after one separator.
    private static func isNumber(_ name: NameText, after end: Int) -> Bool {
        guard let joint = name[end], "-_. ".utf8.contains(joint) else { return false }
        return name.digits(at: end + 1) >= 7
    }
}
