internal import PhotoModel

/// Dates in the names messengers give to pictures they strip of everything else; the last resort
/// before the time of modification.
enum NameDates {
    /// The date, and whose naming it is.
    static func find(_ stem: String) -> (date: CaptureDate, maker: String)? {
        let name = Array(stem.utf8)
        return whatsApp(name) ?? facebook(name) ?? signal(name) ?? telegram(name)
    }

    /// `IMG-20201105-WA0001`: the day only.
    private static func whatsApp(_ name: [UInt8]) -> (CaptureDate, String)? {
        guard name.count >= 17, ["IMG-", "VID-"].contains(where: { name.starts(with: $0.utf8) }),
            name[12...].starts(with: "-WA".utf8), name[15...].prefix(4).allSatisfy(isDigit)
        else { return nil }
        return date(name, year: 4, month: 8, day: 10).map { ($0, "WhatsApp") }
    }

    /// `FB_IMG_1603722745123`: milliseconds since 1970.
    private static func facebook(_ name: [UInt8]) -> (CaptureDate, String)? {
        let digits = name.dropFirst(7)
        guard name.starts(with: "FB_IMG_".utf8), digits.count == 13, digits.allSatisfy(isDigit),
            let milliseconds = Int64(String(decoding: digits, as: UTF8.self)),
            CivilTime(microseconds: milliseconds * 1_000).isPlausible
        else { return nil }
        let found = CaptureDate(
            microseconds: milliseconds * 1_000,
            offsetMinutes: 0,
            source: .filename
        )
        return (found, "Facebook")
    }

    /// `signal-2020-10-26-163832`, later also `signal-2020-10-26-16-38-32-123`.
    private static func signal(_ name: [UInt8]) -> (CaptureDate, String)? {
        guard name.starts(with: "signal-".utf8), name.count >= 24 else { return nil }
        let hasDashes = name[20] == UInt8(ascii: "-")
        let clock = hasDashes ? (18, 21, 24) : (18, 20, 22)
        return date(name, year: 7, month: 12, day: 15, clock: clock).map { ($0, "Signal") }
    }

    /// `photo_2020-10-26_16-38-32`.
    private static func telegram(_ name: [UInt8]) -> (CaptureDate, String)? {
        for (prefix, at) in [("photo_", 6), ("video_", 6)]
        where name.starts(with: prefix.utf8) && name.count >= at + 19 {
            return date(
                name,
                year: at,
                month: at + 5,
                day: at + 8,
                clock: (at + 11, at + 14, at + 17)
            ).map { ($0, "Telegram") }
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func number(_ name: [UInt8], _ at: Int, _ count: Int) -> Int? {
        guard at + count <= name.count, name[at..<at + count].allSatisfy(isDigit) else {
            return nil
        }
        return name[at..<at + count].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func date(
        _ name: [UInt8],
        year: Int,
        month: Int,
        day: Int,
        clock: (hour: Int, minute: Int, second: Int)? = nil
    ) -> CaptureDate? {
        guard let year = number(name, year, 4), let month = number(name, month, 2),
            let day = number(name, day, 2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        if let clock {
            guard let hour = number(name, clock.hour, 2),
                let minute = number(name, clock.minute, 2),
                let second = number(name, clock.second, 2)
            else { return nil }
            (time.hour, time.minute, time.second) = (hour, minute, second)
        }
        guard time.isPlausible else { return nil }
        return CaptureDate(
            microseconds: time.microseconds,
            offsetMinutes: nil,
            source: .filename
        )
    }
}
