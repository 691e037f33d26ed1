import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// Pictures whose blocks say different dates, and what is told about it.
struct ContradictionTests {
    /// An IPTC block with the day and the time a picture was made.
    private static func iptc(_ day: String, _ time: String?) -> [UInt8] {
        func record(_ tag: UInt8, _ text: String) -> [UInt8] {
            [0x1C, 2, tag] + Sample.bigEndian(text.utf8.count, 2) + Array(text.utf8)
        }
        let records = record(55, day) + (time.map { record(60, $0) } ?? [])
        return Array("Photoshop 3.0\u{0}8BIM".utf8) + [4, 4, 0, 0]
            + Sample.bigEndian(records.count, 4) + records
    }

    private static func read(
        photo: [Int: SampleTIFF.Field] = [0x9003: .text("2023:07:01 12:30:45")],
        gps: [Int: SampleTIFF.Field] = [:],
        xmp: [String: String] = [:],
        iptc: [UInt8]? = nil
    ) throws -> (date: String?, told: [String]) {
        var segments: [(UInt8, [UInt8])] = [(0xE1, SampleTIFF.segment(gps: gps, photo: photo))]
        if !xmp.isEmpty { segments.append((0xE1, Sample.xmp(xmp))) }
        if let iptc { segments.append((0xED, iptc)) }
        let found = try Sample.read(
            Sample.jpeg(400, 300, segments: segments),
            name: "a.jpg",
            explains: true
        )
        let told = found.refused.filter { $0.value == "creationDate" }.map(\.detail)
        return (found.date.map { "\($0)" }, told)
    }

    /// The date that counts, and what says where it is from.
    private static func found(
        _ photo: [Int: SampleTIFF.Field],
        _ xmp: [String: String],
        _ iptc: [UInt8]?
    ) throws
        -> (date: String?, detail: String?)
    {
        var segments: [(UInt8, [UInt8])] = [(0xE1, SampleTIFF.segment(photo: photo))]
        if !xmp.isEmpty { segments.append((0xE1, Sample.xmp(xmp))) }
        if let iptc { segments.append((0xED, iptc)) }
        let found = try Sample.read(Sample.jpeg(400, 300, segments: segments), name: "a.jpg")
        let evidence = found.evidence.first { $0.value == "creationDate" }
        return (found.date.map { "\($0)" }, evidence?.detail)
    }

    @Test
    func `a date that is known in part says so, and another may know more of it`() throws {
        var found = try Self.found([:], ["photoshop:DateCreated": "1974"], nil)
        #expect(found == ("1974-01-01T00:00:00.000", "XMP photoshop:DateCreated, only the year"))
        found = try Self.found(
            [0x9003: .text("1974:06:00 00:00:00"), 0x9004: .text("2019:01:02 03:04:05")],
            [:],
            nil
        )
        #expect(found == ("1974-06-01T00:00:00.000", "Exif DateTimeOriginal, only the month"))
        found = try Self.found([:], [:], Self.iptc("19740600", nil))
        #expect(found == ("1974-06-01T00:00:00.000", "IPTC 2:55 and 2:60, only the month"))
        found = try Self.found([:], [:], Self.iptc("1974-06-15", "101112+0100"))
        #expect(found == ("1974-06-15T10:11:12.000+01:00", "IPTC 2:55 and 2:60"))
        found = try Self.found(
            [:],
            ["photoshop:DateCreated": "1974-06-15"],
            Self.iptc("19740615", "101112+0100")
        )
        #expect(found == ("1974-06-15T10:11:12.000+01:00", "IPTC 2:55 and 2:60"))
        found = try Self.found(
            [0x9003: .text("1974")],
            ["photoshop:DateCreated": "1974-06"],
            Self.iptc("19750615", "101112+0100")
        )
        #expect(found == ("1974-06-01T00:00:00.000", "XMP photoshop:DateCreated, only the month"))
        // When it was digitized answers another question.
        found = try Self.found(
            [0x9003: .text("2019:00:00 00:00:00")],
            ["xmp:CreateDate": "2019-01-02T03:04:05"],
            nil
        )
        #expect(found == ("2019-01-01T00:00:00.000", "Exif DateTimeOriginal, only the year"))
    }

    @Test
    func `the date of the camera counts, and who contradicts it is told with the difference`()
        throws
    {
        let found = try Self.read(
            photo: [
                0x9003: .text("2023:07:01 12:30:45"), 0x9004: .text("2023:07:01 12:31:15"),
            ],
            xmp: ["photoshop:DateCreated": "2021-06-01T10:00:00"],
            iptc: Self.iptc("20230701", "103045+0000")
        )
        #expect(found.date == "2023-07-01T12:30:45.000")
        #expect(
            found.told == [
                "Exif DateTimeDigitized = 2023-07-01T12:31:15.000: 30 seconds later; "
                    + "Exif DateTimeOriginal comes before it",
                "XMP photoshop:DateCreated = 2021-06-01T10:00:00.000: 760 days earlier; "
                    + "Exif DateTimeOriginal comes before it",
                "IPTC 2:55 and 2:60 = 2023-07-01T10:30:45.000Z: 2 hours earlier; "
                    + "Exif DateTimeOriginal comes before it",
            ]
        )
    }

    @Test
    func `the same moment in other words is no contradiction`() throws {
        let zoned = try Self.read(
            photo: [0x9003: .text("2023:07:01 12:30:45"), 0x9011: .text("+02:00")],
            xmp: [
                "exif:DateTimeOriginal": "2023-07-01T10:30:45.5Z",
                "photoshop:DateCreated": "2023-07-01", "xmp:CreateDate": "2025-01-01T00:00:00",
            ],
            iptc: Self.iptc("20230701", nil)
        )
        #expect(zoned.date == "2023-07-01T12:30:45.000+02:00")
        #expect(zoned.told.isEmpty)
        let clock = try Self.read(xmp: ["photoshop:DateCreated": "2023-07-01T12:30:45-07:00"])
        #expect(clock.told.isEmpty)
    }

    @Test(arguments: [("2023:07:01", 10, 0), ("2023:07:02", 1, 0), ("2019:04:07", 1, 1)])
    func `satellites contradict a clock when they are days away`(
        _ day: String,
        _ hour: Int,
        _ expected: Int
    ) throws {
        let found = try Self.read(gps: [
            7: .rationals([(hour, 1), (30, 1), (40, 1)]), 0x1D: .text(day),
        ])
        #expect(found.told.count == expected)
        #expect(found.told.allSatisfy { $0.contains("GPSDateStamp") && $0.contains("day") })
    }

    @Test
    func `nothing is told where nothing is taken, nor when nobody asks`() throws {
        let found = try Self.read(photo: [:])
        #expect(found.date == nil && found.told.isEmpty)
        let picture = Sample.jpeg(
            4,
            3,
            segments: [
                (0xE1, SampleTIFF.segment(photo: [0x9003: .text("2023:07:01 12:30:45")])),
                (0xE1, Sample.xmp(["photoshop:DateCreated": "2021-06-01T10:00:00"])),
            ]
        )
        #expect(try Sample.read(picture, name: "a.jpg").refused.isEmpty)
    }
}
