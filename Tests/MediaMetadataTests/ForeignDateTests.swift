import PhotoModel
import TestSupport
import Testing

@testable import MediaMetadata

/// Dates as programs wrote them that are neither cameras nor as careful.
struct ForeignDateTests {
    private static func date(_ original: String) throws -> String? {
        let exif = Sample.exif(zero: [:], photo: [0x9003: .text(original)])
        let file = Sample.jpeg(8, 8, segments: [(0xE1, exif)])
        return try Sample.read(file, name: "a.jpg").date.map { "\($0)" }
    }

    @Test(arguments: [
        ("2019:12:27 1:23:45 pm", "2019-12-27T13:23:45.000"),
        ("2019:12:27 12:02:46 am", "2019-12-27T00:02:46.000"),
        ("2019:12:27 12:02:46 PM", "2019-12-27T12:02:46.000"),
        ("2019:12:27 01:23:45 p.m.", "2019-12-27T13:23:45.000"),
        ("2019:12:27 01:23:45 a. m.", "2019-12-27T01:23:45.000"),
        ("2019:12:27 01:23:45\u{A0}p.\u{A0}m.", "2019-12-27T13:23:45.000"),
        ("2019:12:27 1:23:45\u{202F}PM", "2019-12-27T13:23:45.000"),
        ("2019:12:27 下午1:23:45", "2019-12-27T13:23:45.000"),
        ("2019:12:27 上午 11:23:45", "2019-12-27T11:23:45.000"),
        ("2019:12:27 午後1:23:45", "2019-12-27T13:23:45.000"),
        ("2019:12:27 오후 1:23:45", "2019-12-27T13:23:45.000"),
        ("2019-12-27 1:23:45 PM", "2019-12-27T13:23:45.000"),
        ("2019:12:27 1:23:45", "2019-12-27T01:23:45.000"),
        ("2019:12:27 01:23:45", "2019-12-27T01:23:45.000"), ("2019:12:27 13:23:45 PM", nil),
        ("2019:12:27:10:11:12", nil), ("2019:12:27 0:23:45 AM", nil), ("下午", nil),
        ("2019:12:27 下1:23:45", nil),
    ])
    func `hours are read by the half of the day`(_ text: String, _ expected: String?) throws {
        #expect(try Self.date(text) == expected)
    }

    @Test(arguments: [
        ("101112+0200", "2023-10-28T10:11:12.000+02:00"),
        ("10:11:12+02:00", "2023-10-28T10:11:12.000+02:00"),
        ("101112-07:30", "2023-10-28T10:11:12.000-07:30"),
        ("101112Z", "2023-10-28T10:11:12.000Z"), ("101112", "2023-10-28T10:11:12.000"),
        ("10:11:12", "2023-10-28T10:11:12.000"), ("1011", "2023-10-28T10:11:00.000"),
        ("101112 +0200", "2023-10-28T10:11:12.000+02:00"),
        ("256199+0000", "2023-10-28T00:00:00.000"), ("noon", "2023-10-28T00:00:00.000"),
        ("", "2023-10-28T00:00:00.000"), ("101", "2023-10-28T00:00:00.000"),
        ("10111", "2023-10-28T00:00:00.000"),
    ])
    func `a time of IPTC that cannot be read does not cost the day`(
        _ time: String,
        _ expected: String
    ) throws {
        func record(_ tag: Int, _ text: String) -> (Int, [UInt8]) { (tag, Array(text.utf8)) }
        let block = DescribedFile.photoshop([record(55, "20231028"), record(60, time)])
        let file = Sample.jpeg(8, 8, segments: [(0xED, block)])
        #expect(try Sample.read(file, name: "a.jpg").date.map { "\($0)" } == expected)
    }

    // MARK: Clocks

    private static let unset = [
        "1904:01:01 00:00:00", "1970:01:01 01:00:00", "1969:12:31 19:00:00", "1980:01:01 00:00:00",
        "2000:01:01 00:00:00", "2002:12:08 12:00:00",
    ]
    private static let named = "IMG_20131119_121450"

    @Test(arguments: unset)
    func `a clock that was never set does not count where the name has the time`(
        _ text: String
    ) throws {
        func read(_ name: String) throws -> FileMetadata {
            let exif = Sample.exif(zero: [:], photo: [0x9003: .text(text)])
            return try Sample.read(Sample.jpeg(8, 8, segments: [(0xE1, exif)]), name: name)
        }
        #expect(try read("\(Self.named).jpg").date == nil)
        for name in ["DSC_0001.jpg", "IMG-20131119-WA0001.jpg", "2013-11-19.jpg"] {
            #expect(try read(name).date?.source == .exif, "\(name)")
        }
        // The name says what the clock does.
        let digits = text.filter { $0 != ":" }.replacing(" ", with: "_")
        #expect(try read("IMG_\(digits).jpg").date?.source == .exif)
    }

    @Test(arguments: [
        "1980:01:01 00:03:17", "2000:01:01 12:00:00", "2002:12:08 12:00:01", "1999:12:31 00:00:00",
        "2013:11:19 12:14:50", "1985:01:01 00:00:00",
    ])
    func `any other time in a file comes before its name`(_ text: String) throws {
        let exif = Sample.exif(zero: [:], photo: [0x9003: .text(text)])
        let file = Sample.jpeg(8, 8, segments: [(0xE1, exif)])
        #expect(try Sample.read(file, name: "\(Self.named).jpg").date?.source == .exif)
    }

    @Test
    func `behind a clock that was never set the file's other dates count`() throws {
        let exif = Sample.exif(
            zero: [:],
            photo: [
                0x9003: .text("2002:12:08 12:00:00"), 0x9004: .text("2013:11:19 12:14:49"),
            ]
        )
        let file = Sample.jpeg(8, 8, segments: [(0xE1, exif)])
        let found = try Sample.read(file, name: "\(Self.named).jpg", explains: true)
        #expect(found.date?.source == .exifDigitized)
        #expect(found.refused.contains { $0.detail.contains("2002-12-08") })
    }

    // MARK: Films

    private static let header = 3_611_503_009  // 2018-06-10T19:16:49Z since 1904

    @Test(arguments: [
        ("2016-03-25T11:46:06+0100", header, "2016-03-25T11:46:06.000+01:00"),
        ("2016-03-25T11:46:06Z", header, "2016-03-25T11:46:06.000Z"),
        // Of a work.
        ("2016-03-25", header, "2018-06-10T19:16:49.000Z"),
        ("2016", header, "2018-06-10T19:16:49.000Z"),
        ("some day in June", header, "2018-06-10T19:16:49.000Z"),
    ])
    func `a film says in a list of iTunes when it was taken`(
        _ text: String,
        _ header: Int,
        _ expected: String
    ) throws {
        let type = FourCharacters.copyright("day")
        let data = Sample.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
        let item =
            Sample.bigEndian(data.count + 8, 4) + Sample.bigEndian(Int(type.rawValue), 4) + data
        let list = Sample.box("meta", [0, 0, 0, 0] + Sample.box("ilst", item))
        let film = Sample.film(
            samples: 30,
            userData: list,
            created: (movie: header, track: 0, media: 0)
        )
        for name in ["a.mp4", "a.m4v", "a.mov"] {
            #expect(try Sample.read(film, name: name).date.map { "\($0)" } == expected)
        }
    }
}
