import Foundation
import MediaMetadata
import PhotoModel
import TestSupport
import Testing

extension Sample {
    static func read(
        _ bytes: [UInt8],
        name: String,
        explains: Bool = false,
        film: ((Int32) -> FilmFacts?)? = nil
    ) throws -> FileMetadata {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let handle = try FileHandle(forReadingFrom: url)
        defer { try? handle.close() }
        let reader = MetadataReader(explains: explains, film: film)
        return reader.read(handle.fileDescriptor, name: Array(name.utf8))
    }
}

struct MetadataReaderTests {
    @Test
    func `a JPEG gives date with fraction and zone, camera, and size after orientation`() throws {
        let exif = Sample.exif(
            zero: [0x10F: .text("Apple"), 0x110: .text("iPhone 14"), 0x112: .short(6)],
            photo: [
                0x9003: .text("2023:07:01 12:30:45"), 0x9291: .text("123"),
                0x9011: .text("+02:00"), 0xA401: .short(6),
            ]
        )
        let metadata = try Sample.read(
            Sample.jpeg(400, 300, segments: [(0xE7, [1, 2, 3]), (0xE1, exif)]),
            name: "IMG_1.JPG"
        )
        #expect((metadata.width, metadata.height) == (300, 400))
        #expect(metadata.cameraMake == "Apple")
        #expect(metadata.cameraModel == "iPhone 14")
        let local = CivilTime(
            year: 2023,
            month: 7,
            day: 1,
            hour: 12,
            minute: 30,
            second: 45,
            microsecond: 123_000
        )
        let date = try #require(metadata.date)
        #expect(date.microseconds == local.microseconds - 7_200_000_000)
        #expect(date.offsetMinutes == 120)
        #expect(metadata.subtypes == .photoPanorama)
        #expect(metadata.evidence.contains { $0.rule == "appleCustomRendered" })
    }

    @Test
    func `CustomRendered is believed of Apple only`() throws {
        let exif = Sample.exif(zero: [0x10F: .text("Google")], photo: [0xA401: .short(6)])
        let metadata = try Sample.read(
            Sample.jpeg(400, 300, segments: [(0xE1, exif)]),
            name: "IMG_1.JPG"
        )
        #expect(metadata.subtypes.isEmpty)
    }

    @Test(arguments: [
        ("0000:00:00 00:00:00", "zeros"), ("    :  :     :  :  ", "blanks"),
        ("2023:00:10 10:00:00", "a month of 0"), ("1601:01:01 00:00:00", "before photography"),
    ])
    func `dates that are none are not taken`(text: String, what: String) throws {
        let exif = Sample.exif(zero: [:], photo: [0x9003: .text(text)])
        let metadata = try Sample.read(
            Sample.jpeg(4, 3, segments: [(0xE1, exif)]),
            name: "IMG_1.JPG"
        )
        #expect(metadata.date == nil, "\(what)")
    }

    @Test(arguments: [
        "Screenshot_20220420-022455_Chrome.jpg", "Screen Shot 2019-05-21 at 10.45.52.png",
        "Bildschirmfoto 2024-05-10 um 20.50.12.jpg", "Capture d\u{2019}e\u{301}cran 2023.jpg",
        "スクリーンショット 2026.jpg", "Screenshot (12).jpg", "截图 2026-01-18 17-51-14.png",
        "Ảnh màn hình 2026-02-15 lúc 09.56.45.png", "Kuvakaappaus - 2024-03-01 10-11-12.png",
        "Cuplikan Layar Dari 2024-03-01 10-11-12.png", "نماگرفت از 2024-03-01 10-11-12.png",
        "Ekrano nuotrauka iš 2024.png", "Skjámynd frá 2024.png", "Slika zaslona 2024.png",
        "2024-03-01 08-11-12 से स्क्रीनशॉट.png", "2024-03-01 10-11-12屏幕截图.png",
        "QQ截图20210805174955.png", "企业微信截图_1753153837666.png",
        "深度截图_选择区域_20171219192153.png", "Snipaste_2019-07-30_09-36-02.jpg",
        "CleanShot 2025-06-22 at 21.29.33@2x.png", "SCR-20230630-pqdm.png",
        "screencapture-localhost-8000-1476802351296.png", "WoWScrnShot_011315_210108.jpg",
    ])
    func `screenshots are known by their names`(name: String) throws {
        #expect(try Sample.read(Sample.jpeg(4, 3), name: name).subtypes == .photoScreenshot)
    }

    @Test(arguments: [
        "Screen door.jpg", "sunscreen shotgun.jpg", "screenshotgun.jpg", "a screenshot.jpg",
        "微信图片_20200204082417.png", "SCR-1234.jpg", "SCR_20230630.jpg", "Cleanshots.jpg",
        "2024-03-01 截.png", "截图a.png",
    ])
    func `names that only resemble one are not`(name: String) throws {
        #expect(try Sample.read(Sample.jpeg(4, 3), name: name).subtypes.isEmpty)
    }

    @Test(arguments: [
        "Capture vidéo du 2024-02-29 16-24-36.webm", "Gravação de ecrã de 2024.webm",
        "Nagranie ekranu z 2024.webm", "Запис з екрана від 2024.webm", "스크린캐스트 2024.webm",
        "Näyttötallennevideo - 2024.webm", "2024-02-29 16-24-36 से स्क्रीनकास्ट.webm",
        "simplescreenrecorder-2024-09-19_14.24.08.mp4", "az_recorder_20230611_170334.mp4",
        "SVID_20251221_224928_1.mp4", "Bildschirmaufnahme 2024-05-10 um 20.50.12.mov",
    ])
    func `screen recordings are known by their names`(name: String) throws {
        let film = try Sample.read(Sample.film(samples: 300), name: name)
        #expect(film.subtypes == .videoScreenRecording)
    }

    @Test(arguments: [
        ("PXL_20231203_101112345.BURST-01.COVER.jpg", "PXL_20231203_101112345", true),
        ("00001IMG_00001_BURST20171111030039.jpg", "BURST20171111030039", false),
        ("IMG_20180914_094602055_BURST000_COVER.jpg", "IMG_20180914_094602055", true),
        ("DSC_0001_BURST20230709220904977.JPG", "BURST20230709220904977", false),
        ("20150813_160421_Burst01.jpg", "20150813_160421", false),
        ("20231207_101605_001.jpg", "20231207_101605", false),
    ])
    func `bursts are known by their makers' names`(name: String, key: String, isCover: Bool) throws
    {
        let mark = try #require(try Sample.read(Sample.jpeg(4, 3), name: name).burst)
        #expect(mark == BurstMark(identifier: key, basis: .name, isPrimary: isCover))
    }

    @Test(arguments: [
        "20231207_101605(0).jpg", "IMG_0001 (1).JPG",
        "PXL_20230330_184138390.PORTRAIT-01.COVER.jpg",
    ])
    func `other numbered names are no bursts`(name: String) throws {
        #expect(try Sample.read(Sample.jpeg(4, 3), name: name).burst == nil)
    }

    @Test
    func `a file that is nothing, empty or cut has a reason and no subtype`() throws {
        for bytes in [[], Array("some notes".utf8), Array(Sample.jpeg(4, 3).prefix(9))] {
            let metadata = try Sample.read(bytes, name: "Screenshot 1.jpg")
            #expect(metadata.unreadableReason != nil)
            #expect(metadata.subtypes.isEmpty)
        }
    }

    private static let dated = Sample.jpeg(
        400,
        300,
        segments: [
            (
                0xE1,
                Sample.exif(
                    zero: [0x10F: .text("Apple")],
                    photo: [0x9003: .text("2023:07:01 12:30:45")]
                )
            )
        ]
    )

    @Test
    func `a cut picture says what lies before the cut, or why it cannot be read`() throws {
        let whole = try Sample.read(Self.dated, name: "a.jpg")
        #expect(whole.unreadableReason == nil && whole.date != nil)
        var readable = 0
        for count in 0..<Self.dated.count {
            let metadata = try Sample.read(Array(Self.dated.prefix(count)), name: "a.jpg")
            let size = [metadata.width, metadata.height]
            if metadata.unreadableReason == nil {
                readable += 1
                #expect(size == [400, 300] && metadata.date == whole.date, "\(count) bytes")
            } else {
                #expect(size == [0, 0] && metadata.subtypes.isEmpty, "\(count) bytes")
            }
        }
        // The size is followed by the picture itself, which nobody reads.
        #expect(readable > 0 && readable < Self.dated.count / 2)
    }

    @Test
    func `no changed byte of a picture makes the reader fail, or say another thing each time`()
        throws
    {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        var (readable, unreadable) = (0, 0)
        for _ in 0..<300 {
            let count = Int.random(in: 1...Self.dated.count, using: &generator)
            var bytes =
                Bool.random(using: &generator) ? Self.dated : Array(Self.dated.prefix(count))
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            let metadata = try Sample.read(bytes, name: "a.jpg")
            #expect(try Sample.read(bytes, name: "a.jpg") == metadata, "seed \(seed)")
            if metadata.unreadableReason == nil { readable += 1 } else { unreadable += 1 }
        }
        #expect(readable > 0 && unreadable > 0, "seed \(seed)")
    }

    @Test(arguments: [
        "iPhone 14 front camera 2.69mm f/1.9", "FRONT", "AFFRONTED", "fron", "f ront",
        "\u{E9} Front", "front\u{301}", "写真 fRoNt", "frontfron\u{E9}",
    ])
    func `a lens is in front when its name says so in letters`(_ lens: String) throws {
        let exif = Sample.exif(zero: [0x10F: .text("Apple")], photo: [0xA434: .text(lens)])
        let metadata = try Sample.read(
            Sample.jpeg(400, 300, segments: [(0xE1, exif)]),
            name: "a.jpg"
        )
        #expect(metadata.traits.contains(.selfie) == lens.lowercased().contains("front"))
    }

    @Test(arguments: [
        ("2023:07:01 12:30:45", "2023-07-01T12:30:45.000"),
        ("2023-07-01T12:30:45.5+02:00", "2023-07-01T12:30:45.500+02:00"),
        ("2023/07/01 12:30", "2023-07-01T12:30:00.000"), ("2023:07:01", "2023-07-01T00:00:00.000"),
        ("2023:07:01 12:30:45 -0730", "2023-07-01T12:30:45.000-07:30"),
        ("2023:07:01 12:30:45Z", "2023-07-01T12:30:45.000Z"),
        ("2023:07:01 12:30:45+", "2023-07-01T12:30:45.000"),
        ("2023:07:01 12:30:45+15:00", "2023-07-01T12:30:45.000"),
        ("2023:07:01 12:3", nil), ("2023:07:01 x", nil), ("2023:13:01", nil), ("202", nil),
        ("0000:00:00 00:00:00", nil), ("٢٠٢٣:07:01", nil),
        // Known in part, as of scanned photos.
        ("1974", "1974-01-01T00:00:00.000"), ("1974-06", "1974-06-01T00:00:00.000"),
        ("1974-06-15T10", "1974-06-15T10:00:00.000"),
        ("1974-06-15T10+01:00", "1974-06-15T10:00:00.000+01:00"),
        ("1974:06:15   :  :  ", "1974-06-15T00:00:00.000"),
        ("1974:06:     :  :  ", "1974-06-01T00:00:00.000"),
        ("1974:  :     :  :  ", "1974-01-01T00:00:00.000"),
        ("1974:06:00 00:00:00", "1974-06-01T00:00:00.000"),
        ("1974:00:00 00:00:00", "1974-01-01T00:00:00.000"),
        ("1974:06:15 ", "1974-06-15T00:00:00.000"),
        // Blanks for zeros, and the hour 24 of phones.
        ("2004:05:06  9:08:07", "2004-05-06T09:08:07.000"),
        ("2004: 5: 6  9: 8: 7", "2004-05-06T09:08:07.000"),
        ("2019:01:01 24:04:20", "2019-01-01T00:04:20.000"),
        ("2019:01:01 24:00", "2019-01-01T00:00:00.000"),
        // A dash before the time, or before the zone.
        ("2004:05:06-10:11:12", "2004-05-06T10:11:12.000"),
        ("2004-05-06-10:11:12+01:00", "2004-05-06T10:11:12.000+01:00"),
        ("2004-05-06-07:00", "2004-05-06T00:00:00.000-07:00"),
        ("2004:05:06 25:00:00", nil), ("2004:05:06 10:1 ", nil), ("2004:05:06 12x", nil),
        ("2004:05:06:10:11:12", nil), ("2004:05:32", nil), ("2004:02:30 10:00:00", nil),
        ("2004:00:10", nil), ("20040506", nil), ("2004x", nil), ("2004:05x", nil),
    ])
    func `dates are read as they are written`(_ text: String, _ expected: String?) throws {
        let exif = Sample.exif(zero: [:], photo: [0x9003: .text(text)])
        let metadata = try Sample.read(
            Sample.jpeg(400, 300, segments: [(0xE1, exif)]),
            name: "a.jpg"
        )
        #expect(metadata.date?.description == expected)
    }

    @Test func `what the kernel does not give is unread, which says nothing of the file`() {
        // Nothing is mapped at the beginning of a process, and to read there gives EIO.
        let descriptor = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let metadata = MetadataReader().read(descriptor, name: Array("a.jpg".utf8))
        #expect(metadata.isUnread && metadata.unreadableReason == "cannot be read (error 5)")
        var empty = FileMetadata()
        empty.unreadableReason = "the file is empty"
        #expect(!empty.isUnread && !FileMetadata().isUnread)
    }
}
