import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import MediaMetadata

/// Where files say when they were taken, besides Exif's usual tags.
struct DateSourceTests {
    private static func read(
        _ bytes: [UInt8],
        _ name: String,
        now: Int64? = nil
    ) throws -> FileMetadata {
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID())"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let reader = MetadataReader { _ in
            FilmFacts(
                width: 640,
                height: 480,
                duration: 1,
                frameRate: 15,
                created: nil,
                make: nil,
                model: nil
            )
        }
        return reader.read(file.fileDescriptor, name: Array(name.utf8), now: now)
    }

    private static func date(_ bytes: [UInt8], _ name: String) throws -> String? {
        try read(bytes, name).date.map { "\($0)" }
    }

    // MARK: Dates after tomorrow

    private static let exifXMP = Sample.jpeg(
        8,
        8,
        segments: [
            (
                0xE1,
                Sample.exif(
                    zero: [:],
                    photo: [
                        0x9003: .text("2031:01:02 03:04:05"), 0x9004: .text("2021:01:02 03:04:05"),
                    ]
                )
            ), (0xE1, Sample.xmp(["exif:DateTimeOriginal": "2011-01-02T03:04:05"])),
        ]
    )
    private static let farFilm = Sample.film(
        samples: 30,
        userData: Sample.box("date", [0, 0, 0, 0] + Array("2031-01-02T03:04:05Z".utf8)),
        created: (movie: 1_925_089_445 + from1904, track: 1_300_000_000 + from1904, media: 0)
    )

    /// Of a date that is known in part, another property knows more.
    private static let partly = Sample.xmpPacket([
        "exif:DateTimeOriginal": "2021", "photoshop:DateCreated": "2021-12-25",
    ])

    /// In which year something is read, and the date that counts then.
    private static let byYear: [(bytes: [UInt8], name: String, year: Int, expected: String?)] = [
        (Array(partly), "a.xmp", 2022, "2021-12-25T00:00:00.000"),
        (Array(partly), "a.xmp", 2021, "2021-01-01T00:00:00.000"),
        (exifXMP, "a.jpg", 2031, "2031-01-02T03:04:05.000"),
        (exifXMP, "a.jpg", 2025, "2021-01-02T03:04:05.000"),
        (exifXMP, "a.jpg", 2015, "2011-01-02T03:04:05.000"),
        (exifXMP, "a.jpg", 2005, nil),
        (farFilm, "a.mp4", 2031, "2031-01-02T03:04:05.000Z"),
        (farFilm, "a.mp4", 2025, "2011-03-13T07:06:40.000Z"),
        (farFilm, "a.mp4", 2005, nil),
        (
            Array(#"{"photoTakenTime": {"timestamp": "1557126489"}}"#.utf8), "a.jpg.json", 2019,
            "2019-05-06T07:08:09.000Z"
        ),
        (Array(#"{"photoTakenTime": {"timestamp": "1557126489"}}"#.utf8), "a.jpg.json", 2018, nil),
        (
            Array(Sample.xmpPacket(["xmp:CreateDate": "2011-01-02T03:04:05"])), "a.xmp", 2005, nil
        ),
    ]

    @Test(arguments: byYear)
    func `a date after tomorrow does not count, and the next one does`(
        _ file: (bytes: [UInt8], name: String, year: Int, expected: String?)
    ) throws {
        let now = CivilTime(year: file.year, month: 6, day: 1).microseconds
        let found = try Self.read(file.bytes, file.name, now: now)
        #expect(found.date.map { "\($0)" } == file.expected)
        let all = try Self.read(file.bytes, file.name)
        #expect(found.traits.contains(.awaitsClock) == (found.date != all.date))
        #expect(found.refused.isEmpty == (found.date == all.date))
    }

    @Test func `tomorrow is over where it is over last`() throws {
        let taken = CivilTime(year: 2031, month: 1, day: 2, hour: 3, minute: 4, second: 5)
        for (hours, counts) in [(0, true), (-24, true), (-41, true), (-42, false), (-72, false)] {
            let now = taken.microseconds + Int64(hours) * 3_600_000_000
            let found = try Self.read(Self.exifXMP, "a.jpg", now: now)
            #expect(found.traits.contains(.awaitsClock) != counts, "\(hours)")
        }
    }

    // MARK: Films

    private static let from1904 = 2_082_844_800
    private static let june = 1_528_659_409

    private static let headers: [((movie: Int, track: Int, media: Int), String?)] = [
        ((june + from1904, 0, 0), "2018-06-10T19:36:49.000Z"),
        ((june, 0, 0), "2018-06-10T19:36:49.000Z"),
        ((0, june + from1904, 0), "2018-06-10T19:36:49.000Z"),
        ((0, 0, june + from1904), "2018-06-10T19:36:49.000Z"),
        ((0, 0, june), "2018-06-10T19:36:49.000Z"),
        // A clock that was never set, in one of the two ways, beside one that was.
        ((from1904, 0, june + from1904), "2018-06-10T19:36:49.000Z"),
        ((86_400, june, 0), "2018-06-10T19:36:49.000Z"),
        ((june + from1904, june + from1904 + 60, 0), "2018-06-10T19:36:49.000Z"),
        // Seconds of 1904 and 1970, and what would be 1980 as seconds since 1970.
        ((86_400, 0, 0), nil), ((from1904 + 86_400, 0, 0), nil), ((315_532_800, 0, 0), nil),
        ((315_532_800 + from1904, 0, 0), "1980-01-01T00:00:00.000Z"),
    ]

    @Test(arguments: headers)
    func `a film's date is in one of its headers, since 1904 or 1970`(
        _ created: (movie: Int, track: Int, media: Int),
        _ expected: String?
    ) throws {
        #expect(try Self.date(Sample.film(samples: 30, created: created), "a.mp4") == expected)
    }

    private static func packet(_ attributes: [String: String]) -> [UInt8] {
        Sample.xmpPacket(attributes)
    }

    private static let identifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
    ]

    private static let exports: [([UInt8], String, String)] = [
        ([], "2018-06-10T15:36:49-0400", "2018-06-10T15:36:49.000-04:00"),
        ([0, 0, 0, 0], "2018-06-10T15:36:49+02:00", "2018-06-10T15:36:49.000+02:00"),
        ([0, 0, 0, 0, 0x55, 0xC4], "2018-06-10T15:36:49Z\0", "2018-06-10T15:36:49.000Z"),
        ([], "2018-06-10", "2018-06-10T00:00:00.000"),
        ([], "2018", "2018-01-01T00:00:00.000"),
        ([], "unknown", "2018-06-10T19:36:49.000Z"),
    ]

    @Test(arguments: exports)
    func `the date in the user data comes before the time of an export`(
        _ beginning: [UInt8],
        _ text: String,
        _ expected: String
    ) throws {
        let film = Sample.film(
            samples: 30,
            userData: Sample.box("date", beginning + Array(text.utf8)),
            created: (Self.june + Self.from1904, 0, 0)
        )
        #expect(try Self.date(film, "a.mp4") == expected)
    }

    @Test(arguments: ["udta", "uuid before", "uuid after"])
    func `XMP in a film says when it was taken, or else when it was made`(_ place: String) throws {
        func film(_ attributes: [String: String], _ created: Int) throws -> String? {
            let packet = Self.packet(attributes)
            var film = Sample.film(
                samples: 30,
                userData: place == "udta" ? Array(Sample.box("XMP_", packet)) : [],
                created: (created, 0, 0)
            )
            let box = Sample.box("uuid", Self.identifier + packet)
            if place == "uuid after" { film += Sample.box("mdat", [1, 2, 3]) + box }
            if place == "uuid before" { film = Array(film[..<16]) + box + film[16...] }
            return try Self.date(film, "a.mp4")
        }
        let header = Self.june + Self.from1904
        let taken = ["exif:DateTimeOriginal": "2017-03-04T05:06:07"]
        #expect(try film(taken, header) == "2017-03-04T05:06:07.000")
        let made = ["xmp:CreateDate": "2017-03-04T05:06:07Z"]
        #expect(try film(made, header) == "2018-06-10T19:36:49.000Z")
        #expect(try film(made, 0) == "2017-03-04T05:06:07.000Z")
        #expect(try film(["xmp:CreateDate": "never"], header) == "2018-06-10T19:36:49.000Z")
    }

    private static let spellings: [(String, String?)] = [
        ("Mon Mar 10 15:04:43 2003\n\0", "2003-03-10T15:04:43.000"),
        ("2001/ 1/27  1:42PM", "2001-01-27T13:42:00.000"),
        ("2001/ 1/27 12:42AM", "2001-01-27T00:42:00.000"),
        ("2001/ 1/27 12:42 pm", "2001-01-27T12:42:00.000"),
        ("2005/11/28/ 09:19", "2005-11-28T09:19:00.000"),
        (" 2005/ 9/ 5/ 9:13", "2005-09-05T09:13:00.000"),
        ("2002-12-16  15:35:01\0\0", "2002-12-16T15:35:01.000"),
        ("2003/03/10 15:04:43", "2003-03-10T15:04:43.000"),
        ("2003:03:10 15:04:43", "2003-03-10T15:04:43.000"),
        ("MON MAR 10 15:04:43 2003", "2003-03-10T15:04:43.000"),
        ("Sat Mar  1 05:04:03 2003", "2003-03-01T05:04:03.000"),
        ("10/03/2003 15:04", nil), ("03/10/03 15:04", nil), ("Mon Foo 10 15:04:43 2003", nil),
        ("2001/ 1/27 13:42PM", nil), ("0000/ 0/ 0  0:00AM", nil), ("2003-13-10 15:04", nil),
    ]

    @Test(arguments: spellings)
    func `the date of an AVI film is read in the spellings of its camera`(
        _ text: String,
        _ expected: String?
    ) throws {
        let header = Sample.chunk(
            "LIST",
            Array("hdrl".utf8) + Sample.chunk("IDIT", Array(text.utf8))
        )
        let film = Sample.riff("AVI ", header + Sample.chunk("JUNK", [1, 2, 3]))
        #expect(try Self.date(film, "a.avi") == expected)
        let list = Sample.chunk("LIST", Array("INFO".utf8) + Sample.chunk("ICRD", Array(text.utf8)))
        let movie = Sample.chunk("LIST", Array("movi".utf8) + [UInt8](repeating: 7, count: 99))
        #expect(try Self.date(Sample.riff("AVI ", movie + list), "a.avi") == expected)
    }

    @Test
    func `Nikon's AVI films say which camera took them, and others may have XMP`() throws {
        func tag(_ number: UInt8, _ text: String) -> [UInt8] {
            [number, 0, UInt8(text.utf8.count), 0] + Array(text.utf8)
        }
        let tags =
            tag(3, "NIKON\0") + tag(4, "COOLPIX S3\0") + tag(0x13, "2006:05:04 03:02:01\0")
        let list = Sample.chunk("LIST", Array("ncdt".utf8) + Sample.chunk("nctg", tags))
        let found = try Self.read(Sample.riff("AVI ", list), "a.avi")
        #expect(found.cameraMake == "NIKON" && found.cameraModel == "COOLPIX S3")
        #expect(found.date.map { "\($0)" } == "2006-05-04T03:02:01.000")
        let packet = Self.packet(["photoshop:DateCreated": "2007-08-09T10:11:12"])
        let film = Sample.riff("AVI ", Sample.chunk("_PMX", packet))
        #expect(try Self.date(film, "a.avi") == "2007-08-09T10:11:12.000")
    }

    @Test(
        arguments: [
            ("PENTAX DIGITAL CAMERA", "PENTAX"),
            ("KONICA MINOLTA DIGITAL CAMERA", "KONICA MINOLTA"),
            ("EASTMAN KODAK COMPANY", "EASTMAN KODAK COMPANY"), ("SOMETHING ELSE", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `films of cameras before 2010 begin their notes with the maker`(
        _ text: String,
        _ maker: String?
    ) throws {
        for length in [40, 9_000] {
            let note = Array("\(text)\0".utf8) + [UInt8](repeating: 0xB7, count: length)
            let film = Sample.film(samples: 30, userData: Sample.box("TAGS", note))
            #expect(try Self.read(film, "a.mov").cameraMake == maker)
        }
    }

    @Test
    func `a Windows Media film has its date in the header`() throws {
        let properties: [UInt8] = [
            0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20,
            0x53, 0x65,
        ]
        func film(_ ticks: Int) -> [UInt8] {
            let header: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]
            let other = [UInt8](repeating: 9, count: 16) + Sample.little(24, 8)
            let date = properties + Sample.little(104, 8) + [UInt8](repeating: 0, count: 24)
            return header + [UInt8](repeating: 0, count: 22) + other + date
                + Sample.little(ticks, 8) + [UInt8](repeating: 0, count: 48)
        }
        let ticks = (Self.june + 11_644_473_600) * 10_000_000
        #expect(try Self.date(film(ticks), "a.wmv") == "2018-06-10T19:36:49.000Z")
        #expect(try Self.date(film(0), "a.wmv") == nil)
        #expect(try Self.date(Array(film(ticks).prefix(90)), "a.wmv") == nil)
    }

    // MARK: Pictures

    private static let words: [(String, String?)] = [
        ("Sun, 10 Jun 2018 15:36:49 GMT", "2018-06-10T15:36:49.000Z"),
        ("10 Jun 2018 15:36:49 -0400", "2018-06-10T15:36:49.000-04:00"),
        ("Sun, 10 Jun 2018 15:36 EDT", "2018-06-10T15:36:00.000-04:00"),
        ("Sunday, 10-June-2018 15:36:49 +02:00", "2018-06-10T15:36:49.000+02:00"),
        ("Sun Jun 10 15:36:49 2018", "2018-06-10T15:36:49.000"),
        ("Sun Jun 10 15:36:49 CEST 2018", "2018-06-10T15:36:49.000"),
        ("2018-06-10 15:36:49", "2018-06-10T15:36:49.000"),
        ("10 Jun 18 15:36:49 GMT", nil), ("around noon", nil), ("June 2018, Rome", nil),
    ]

    @Test(arguments: words)
    func `a PNG's creation time is read in words`(_ text: String, _ expected: String?) throws {
        let chunk = ("tEXt", Array("Creation Time\0\(text)".utf8))
        #expect(try Self.date(Sample.png([chunk]), "a.png") == expected)
    }

    @Test
    func `XMP in a GIF, and Exif among Photoshop's resources, are read`() throws {
        let packet = Self.packet(["exif:DateTimeOriginal": "2017-03-04T05:06:07"])
        let animation = Sample.gif(frames: 2, packet: packet)
        let found = try Self.read(animation, "a.gif")
        #expect(found.date.map { "\($0)" } == "2017-03-04T05:06:07.000")
        #expect(found.subtypes.contains(.photoAnimation))
        let exif = Sample.exif(zero: [:], photo: [0x9003: .text("2017:03:04 05:06:07")])
        for block in [exif, Array(exif.dropFirst(6))] {
            let resource =
                Array("Photoshop 3.0\0".utf8) + Array("8BIM".utf8) + [4, 0x22, 0, 0]
                + Sample.bigEndian(block.count, 4) + block
            let picture = Sample.jpeg(40, 30, segments: [(0xED, resource)])
            #expect(try Self.date(picture, "a.jpg") == "2017-03-04T05:06:07.000")
        }
    }

    private static let modified: [Int: Sample.Value] = [0x132: .text("2009:08:07 06:05:04")]

    private static let programs: [(String, String?)] = [
        ("Ver.1.0", "2009-08-07T06:05:04.000"), ("", "2009-08-07T06:05:04.000"),
        ("HDR+ 1.0.3", "2009-08-07T06:05:04.000"), ("Adobe Photoshop CS2 Windows", nil),
        ("GIMP 2.8", nil), ("Picasa 3.0", nil), ("Microsoft Windows Photo Viewer 6.1", nil),
        ("ACDSee Pro 6", nil), ("Photos 3.0", nil),
    ]

    @Test(arguments: programs)
    func `when the file was written counts for lack of anything else, unless an editor wrote it`(
        _ software: String,
        _ expected: String?
    ) throws {
        var zero = Self.modified
        if !software.isEmpty { zero[0x131] = .text(software) }
        func picture(_ photo: [Int: Sample.Value], _ more: [(UInt8, [UInt8])] = []) -> [UInt8] {
            Sample.jpeg(40, 30, segments: [(0xE1, Sample.exif(zero: zero, photo: photo))] + more)
        }
        let found = try Self.read(picture([:]), "a.jpg")
        #expect(found.date.map { "\($0)" } == expected)
        #expect(found.date == nil || found.date?.source == .exifModified)
        // Everything else says it better.
        let digitized = [0x9004: Sample.Value.text("2008:08:07 06:05:04")]
        #expect(try Self.date(picture(digitized), "a.jpg") == "2008-08-07T06:05:04.000")
        let changed = Sample.xmp(["xmp:ModifyDate": "2010-01-01T00:00:00"])
        #expect(try Self.date(picture([:], [(0xE1, changed)]), "a.jpg") == nil)
        let resources = Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 0]
        #expect(try Self.date(picture([:], [(0xED, resources)]), "a.jpg") == nil)
    }

    /// The local time of 10 June 2018 in Exif, the GPS clock, and the minutes from UTC that follow.
    private static let fixes: [(local: String, gps: (Int, Int, Int), day: Int, offset: Int?)] = [
        ("2018:06:10 15:50:00", (19, 50, 2), 10, -240),
        ("2018:06:10 15:50:00", (19, 44, 0), 10, -240),
        ("2018:06:10 15:50:00", (19, 38, 0), 10, nil),
        ("2018:06:10 21:00:00", (1, 0, 0), 11, -240), ("2018:06:11 01:00:00", (23, 0, 0), 10, 120),
        ("2018:06:10 12:00:00", (6, 15, 0), 10, 345), ("2018:06:10 12:00:00", (6, 30, 0), 10, 330),
        ("2018:06:10 12:00:00", (12, 0, 0), 10, 0), ("2018:06:11 12:00:00", (22, 0, 0), 10, 840),
        ("2018:06:10 12:00:00", (21, 30, 0), 10, -570),
        ("2018:06:10 12:00:00", (0, 0, 0), 11, -720),
        // A clock that was never set, a fix of another day, half an hour that no zone has.
        ("2012:01:01 00:00:00", (19, 50, 2), 10, nil),
        ("2018:06:10 12:00:00", (19, 50, 0), 12, nil),
        ("2018:06:10 12:00:00", (5, 0, 0), 11, nil), ("2018:06:10 12:00:00", (4, 28, 0), 10, nil),
        // Of dates known in part the clock cannot be found.
        ("2018:06:10 00:00:00", (22, 0, 0), 9, 120), ("2018:06:10   :  :  ", (22, 0, 0), 9, nil),
    ]

    @Test(arguments: fixes)
    func `the GPS clock tells the zone of a local time`(
        _ fix: (local: String, gps: (Int, Int, Int), day: Int, offset: Int?)
    ) throws {
        let segment = SampleTIFF.segment(
            gps: [
                0x1D: .text(fix.day < 10 ? "2018:06:0\(fix.day)" : "2018:06:\(fix.day)"),
                7: .rationals([fix.gps.0, fix.gps.1, fix.gps.2].map { ($0, 1) }),
            ],
            photo: [0x9003: .text(fix.local)]
        )
        let picture = Sample.jpeg(40, 30, segments: [(0xE1, segment)])
        let found = try Sample.read(picture, name: "a.jpg", explains: true)
        let date = try #require(found.date)
        #expect(date.clockOffset == fix.offset ?? 0)
        // Of a date known in part nothing is wrong with the GPS clock.
        let isWrong = found.refused.contains { $0.value == "timeZone" }
        #expect(isWrong == (fix.offset == nil && !fix.local.contains(" :")))
        #expect((date.clockSource == .gps) == (fix.offset != nil))
        // What is shown is what the camera's clock showed.
        #expect("\(date)".hasPrefix(fix.local.prefix(10).replacing(":", with: "-")))
        #expect(date.offsetMinutes == nil)
        #expect(found.evidence.contains { $0.value == "timeZone" } == (fix.offset != nil))
    }

    /// Hours of local time after UTC, a longitude, and the minutes from UTC that follow.
    @Test(arguments: [
        (-4.0, -74.0, -240), (-4.1, -74, -240), (-3.5, -74, nil), (-3.5, -53, -210), (5.5, 77, 330),
        (5.5, 12, nil), (5.75, 85, 345), (8, 74, 480), (1, -74, nil), (6, -74, nil), (2, -9, 120),
        (14, -157, 840), (-12, 179, -720), (12, -179, 720), (0, -24, 0), (13.75, -176, 825),
        (10.5, 138, 630), (15.5, 179, nil), (-4.25, -74, nil),
    ])
    func `a clock is about as far from UTC as the sun`(
        _ hours: Double,
        _ longitude: Double,
        _ offset: Int?
    ) {
        let difference = Int64(hours * 3_600_000_000)
        #expect(ClockOffset.nearest(to: difference, longitude: longitude) == offset)
        if let offset { #expect(ClockOffset.nearest(to: difference) == offset) }
    }

    /// The name of a film of ten seconds that ended at 19:36:49 UTC, and the minutes from UTC that it tells.
    @Test(arguments: [
        ("20180610_153638.mp4", -240), ("VID_20180610_153639.mp4", -240),
        ("VID_20180610_213649.3gp", 120), ("2018-06-10 15.36.49.mp4", -240),
        ("VID-20180610-WA0001.mp4", nil), ("PXL_20180610_193639123.mp4", nil),
        ("20180610_154038.mp4", nil), ("20180611_153638.mp4", nil), ("20180610_193645.mp4", 0),
        ("VID_20180611_010649.mp4", 330), ("MVI_0001.MP4", nil), ("20180610.mp4", nil),
    ])
    func `the name of a film tells the zone of its date`(_ name: String, _ offset: Int?) {
        let now = CivilTime(year: 2026, month: 1, day: 1).microseconds
        func told(_ offset: Int?, _ source: DateSource) -> Int? {
            let date = CaptureDate(
                microseconds: Int64(Self.june) * 1_000_000,
                offsetMinutes: offset,
                source: source
            )
            return NameDates.clock(of: Array(name.utf8), date, 10, now: now)
        }
        #expect(told(0, .quicktime) == offset)
        #expect(told(60, .quicktime) == nil && told(nil, .quicktime) == nil)
        #expect(told(0, .modificationTime) == nil)
    }

    @Test
    func `the last fix counts for lack of anything else, and its day for lack of its time`() throws
    {
        for hasTime in [true, false] {
            var gps: [Int: SampleTIFF.Field] = [0x1D: .text("2018:06:10")]
            if hasTime { gps[7] = .rationals([(19, 1), (50, 1), (2, 1)]) }
            let segment = SampleTIFF.segment(gps: gps)
            let found = try Self.read(Sample.jpeg(40, 30, segments: [(0xE1, segment)]), "a.jpg")
            let expected = hasTime ? "2018-06-10T19:50:02.000Z" : "2018-06-10T00:00:00.000"
            #expect(found.date.map { "\($0)" } == expected)
            #expect(found.date?.source == .gps)
            let words = found.evidence.first { $0.value == "creationDate" }?.detail
            #expect(words?.hasSuffix("only the day") == !hasTime)
        }
    }
}
