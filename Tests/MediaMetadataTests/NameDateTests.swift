import Foundation
import MediaMetadata
import PhotoModel
import Testing

/// What names say of when photos were taken.
struct NameDateTests {
    /// 2026-06-01T00:00:00Z.
    static let now: Int64 = 1_780_272_000_000_000

    static func lines(_ name: String) throws -> [String] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/\(name).txt")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// As much of the date as a name tells.
    static func told(_ name: String, now: Int64 = now) -> String? {
        guard let (date, precision, _) = NameDates.find(Array(name.utf8), now: now) else {
            return nil
        }
        let lengths: [DatePrecision: Int] = [.day: 10, .minute: 16, .second: 19, .millisecond: 23]
        let clock = "\(date)".prefix(lengths[precision] ?? 0)
        return clock + (date.offsetMinutes == 0 ? "Z" : "")
    }

    @Test
    func `real names mean the date that whoever gives them means`() throws {
        let names = try Self.lines("dated-names")
        #expect(names.count >= 150)
        for line in names {
            let parts = line.split(separator: "\t").map(String.init)
            try #require(parts.count == 2, "\(line)")
            #expect(Self.told(parts[0]) == parts[1], "\(parts[0])")
        }
    }

    @Test
    func `other numbers in names are no dates`() throws {
        let names = try Self.lines("undated-names")
        #expect(names.count >= 100)
        for name in names { #expect(Self.told(name) == nil, "\(name)") }
    }

    @Test
    func `accents may be composed or not, and spaces narrow`() {
        #expect(
            Self.told("Capture d\u{2019}e\u{301}cran 2023-11-17 a\u{300} 08.52.41.png")
                == "2023-11-17T08:52:41"
        )
        #expect(
            Self.told("Screenshot 2023-11-02 at 4.38.32\u{202F}PM.png") == "2023-11-02T16:38:32"
        )
        #expect(
            Self.told("Ska\u{308}rmavbild 2020-10-26 kl. 16.38.32.png") == "2020-10-26T16:38:32"
        )
    }

    @Test
    func `no photo was taken later than tomorrow, wherever that is`() {
        #expect(Self.told("2026-06-02.jpg") == "2026-06-02")
        #expect(Self.told("20260602_235959.jpg") == "2026-06-02T23:59:59")
        #expect(Self.told("2026-06-03.jpg") == nil)
        let evening = Self.now + 12 * 3_600_000_000
        #expect(Self.told("2026-06-03.jpg", now: evening) == "2026-06-03")
        #expect(Self.told("PXL_20260801_101010123.jpg") == nil)
    }

    @Test
    func `names that are no text are looked at all the same`() {
        let name = [0xFF, 0xFE] + Array("_20201026_163832.jpg".utf8)
        #expect(NameDates.find(name, now: Self.now)?.precision == .second)
        #expect(NameDates.find([0xFF], now: Self.now) == nil)
        #expect(NameDates.find([], now: Self.now) == nil)
    }

    @Test
    func `whose naming it is goes with the date`() {
        #expect(
            NameDates.find(Array("PXL_20201026_163832123.jpg".utf8), now: Self.now)?.detail
                == "naming of Pixel"
        )
        #expect(
            NameDates.find(Array("Berlin 2020-10-26.jpg".utf8), now: Self.now)?.detail
                == "a date in the name"
        )
    }
}
