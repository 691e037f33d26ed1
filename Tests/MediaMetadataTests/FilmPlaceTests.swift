import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// Where films say they were made, and what GoPros say of the time there.
struct FilmPlaceTests {
    private static func near(_ place: Location?, _ latitude: Double, _ longitude: Double) -> Bool {
        guard let place else { return false }
        return abs(place.latitude - latitude) < 1e-5 && abs(place.longitude - longitude) < 1e-5
    }

    private static func location(_ text: String) throws -> Location? {
        let key = "com.apple.quicktime.location.ISO6709"
        return try Sample.read(
            Sample.film(samples: 9, keys: [(key, Sample.text(text))]),
            name: "a.mov"
        ).location
    }

    @Test(arguments: [
        ("+41.9000+012.5000+021.000/", 41.9, 12.5), ("-33.8568+151.2153/", -33.8568, 151.2153),
        ("+8.5-9.25CRSWGS_84/", 8.5, -9.25), ("+4154.0+01230.0/", 41.9, 12.5),
        ("-415400-0123000+5/", -41.9, -12.5), ("+41+012/", 41, 12),
    ])
    func `places in text have degrees, minutes and seconds by the number of their digits`(
        _ text: String,
        _ latitude: Double,
        _ longitude: Double
    ) throws {
        #expect(Self.near(try Self.location(text), latitude, longitude))
    }

    @Test(arguments: [
        "", "/", "+41.9", "41.9+12.5/", "+4199+01230/", "+123+012/", "+41.9+1230/", "+0+0/",
        "+.+./",
        "+1e5+12/",
    ])
    func `text that is no place is none`(_ text: String) throws {
        #expect(try Self.location(text) == nil)
    }

    /// 3GPP's place: a name, a role, then longitude, latitude and height as fixed-point numbers.
    private static func loci(_ name: [UInt8], role: Int, _ numbers: [Double]) -> [UInt8] {
        let fixed = numbers.flatMap { Sample.bigEndian(Int(($0 * 65_536).rounded()), 4) }
        return Sample.box(
            "loci",
            [0, 0, 0, 0, 0x15, 0xC7] + name + [UInt8(role)] + fixed + [0, 0]
        )
    }

    @Test
    func `a film of 3GPP says where it was, whatever it calls the place`() throws {
        let numbers = [-0.000_03, 51.5, -12.5]
        for name in [[0], Array("Greenwich".utf8) + [0], [0xFE, 0xFF, 0x01, 0x00, 0, 0]] {
            let data = Self.loci(name, role: 0, numbers)
            let film = try Sample.read(Sample.film(samples: 9, userData: data), name: "a.3gp")
            #expect(Self.near(film.location, 51.5, -0.000_03), "\(name)")
            #expect(film.location?.altitude == -12.5)
        }
        let story = Self.loci([0], role: 2, numbers)
        let film = try Sample.read(Sample.film(samples: 9, userData: story), name: "a.3gp")
        #expect(film.location == nil)
    }

    @Test
    func `the place of a phone is read as text of udta, and in a list of iTunes`() throws {
        let type = FourCharacters(rawValue: 0xA978_797A)
        let text = Array("+37.4219-122.0840/".utf8)
        func box(_ payload: [UInt8]) -> [UInt8] {
            Sample.bigEndian(payload.count + 8, 4) + Sample.bigEndian(Int(type.rawValue), 4)
                + payload
        }
        let plain = box(Sample.bigEndian(text.count, 2) + [0x15, 0xC7] + text)
        let data = Sample.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + text)
        let listed = Sample.box("meta", [0, 0, 0, 0] + Sample.box("ilst", box(data)))
        for userData in [plain, listed] {
            let film = try Sample.read(Sample.film(samples: 9, userData: userData), name: "a.mp4")
            #expect(Self.near(film.location, 37.4219, -122.084))
        }
    }

    private static let key = "com.apple.quicktime.location.ISO6709"

    private static func timed(_ number: Int, _ text: String) -> [UInt8] {
        Sample.bigEndian(text.utf8.count + 8, 4) + Sample.bigEndian(number, 4) + Array(text.utf8)
    }

    @Test
    func `a track of Apple's that records places says where a film begins`() throws {
        let entry = Sample.timedKeys(["com.apple.quicktime.detected-face", Self.key])
        let chunks = [
            Self.timed(1, "face"), Self.timed(1, "face") + Self.timed(2, "+48.5-002.25+035/"),
            Self.timed(2, "+10+010/"),
        ]
        let film = Sample.film(handler: "meta", entry: entry, chunks: chunks)
        let found = try Sample.read(film, name: "a.mov")
        #expect(Self.near(found.location, 48.5, -2.25) && found.location?.altitude == 35)
        #expect(found.evidence.contains { $0.value == "location" && $0.rule == "timedMetadata" })
        let said = [(Self.key, Sample.text("+41.9000+012.5000/"))]
        let whole = Sample.film(handler: "meta", entry: entry, chunks: chunks, keys: said)
        #expect(Self.near(try Sample.read(whole, name: "a.mov").location, 41.9, 12.5))
        let faces = Sample.timedKeys(["com.apple.quicktime.detected-face"])
        let none = Sample.film(handler: "meta", entry: faces, chunks: chunks)
        #expect(try Sample.read(none, name: "a.mov").location == nil)
    }

    private static func double(_ value: Double) -> [UInt8] {
        let bits = value.bitPattern
        return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }

    @Test(arguments: ["camm", "meta"])
    func `the place of Android's camera motion is found among its turns`(_ handler: String) throws {
        let turn: [UInt8] = [0, 0, 2, 0] + [UInt8](repeating: 0, count: 12)
        let void =
            [0, 0, 6, 0] + Self.double(1e9) + [0, 0, 0, 0] + Self.double(10) + Self.double(10)
            + [UInt8](repeating: 0, count: 28)
        let fix = [0, 0, 5, 0] + Self.double(48.5) + Self.double(-2.25) + Self.double(35)
        let film = Sample.film(
            handler: handler,
            entry: Sample.entry("camm"),
            chunks: [turn + turn, void + turn + fix]
        )
        #expect(Self.near(try Sample.read(film, name: "a.mp4").location, 48.5, -2.25))
    }

    /// Seconds since 1904 of a clock in 2023.
    private static func clock(_ hour: Int, _ minute: Int, _ second: Int) -> Int {
        let time = CivilTime(
            year: 2_023,
            month: 7,
            day: 14,
            hour: hour,
            minute: minute,
            second: second
        )
        return Int(time.microseconds / 1_000_000) + 2_082_844_800
    }

    private static func goPro(_ chunks: [[UInt8]], created: Int, zone: Int? = nil) throws
        -> FileMetadata
    {
        var items = Sample.goPro("MINF", "c", 1, Array("HERO9 Black".utf8))
        if let zone { items += Sample.goPro("TZON", "s", 2, Sample.bigEndian(zone, 2)) }
        let film = Sample.film(
            handler: "meta",
            entry: Sample.entry("gpmd"),
            chunks: chunks,
            created: created,
            userData: Sample.box("GPMF", Sample.container("DEVC", items))
        )
        return try Sample.read(film, name: "GX010001.MP4")
    }

    @Test(arguments: [
        // The clock of the camera by the satellites' 10:30:15.
        (12, 30, 14, "2023-07-14T12:30:14.000+02:00"), (10, 30, 16, "2023-07-14T10:30:16.000Z"),
        (5, 0, 10, "2023-07-14T05:00:10.000-05:30"), (12, 37, 0, "2023-07-14T10:30:15.000Z"),
    ])
    func `a GoPro's first fix gives the place, and the zone of its clock`(
        _ hour: Int,
        _ minute: Int,
        _ second: Int,
        _ date: String
    ) throws {
        let second = Self.clock(hour, minute, second)
        let film = try Self.goPro([Sample.goProSecond(fix: 3)], created: second)
        #expect(film.cameraMake == "GoPro" && film.cameraModel == "HERO9 Black")
        #expect(Self.near(film.location, 48.5, -2.25) && film.location?.altitude == 35.5)
        #expect(film.date.map { "\($0)" } == date)
    }

    @Test
    func `a GoPro that knew later where it was has the time of then counted back`() throws {
        // Ten seconds of film in ten chunks; after the first two, every other is looked at.
        var chunks = [[UInt8]](repeating: Sample.goProSecond(fix: 0), count: 10)
        for index in 5..<10 { chunks[index] = Sample.goProSecond(fix: 2) }
        let film = try Self.goPro(chunks, created: Self.clock(1, 6, 3))
        #expect(Self.near(film.location, 48.5, -2.25))
        #expect(film.date.map { "\($0)" } == "2023-07-14T10:30:08.000Z")
    }

    @Test
    func `a GoPro that never knew where it was shows the time of its clock`() throws {
        let created = Self.clock(12, 30, 14)
        for chunks in [[], [Sample.goProSecond(fix: nil)], [Sample.goProSecond(fix: 0)]] {
            let film = try Self.goPro(chunks, created: created)
            #expect(film.location == nil && film.date?.offsetMinutes == nil)
            #expect(film.date.map { "\($0)" } == "2023-07-14T12:30:14.000")
            let zoned = try Self.goPro(chunks, created: created, zone: -90)
            #expect(zoned.date.map { "\($0)" } == "2023-07-14T12:30:14.000-01:30")
        }
    }

    @Test
    func `the streams of newer GoPros have time and quality beside each place`() throws {
        let scale = [10_000_000, 10_000_000, 1_000, 1_000, 100, 1, 1_000, 100, 1]
        let day = Int(CivilTime(year: 2_023, month: 7, day: 14).microseconds / 86_400_000_000)
        let numbers = [485_000_000, -22_500_000, 35_500, 0, 0, day - 10_957, 37_815_250]
        func second(_ fix: Int) -> [UInt8] {
            let value =
                numbers.flatMap { Sample.bigEndian($0, 4) } + Sample.bigEndian(150, 2)
                + Sample.bigEndian(fix, 2)
            let items =
                Sample.goPro("SCAL", "l", 4, scale.flatMap { Sample.bigEndian($0, 4) })
                + Sample.goPro("GPS9", "?", 32, value)
            return Sample.container("DEVC", Sample.container("STRM", items))
        }
        let film = try Self.goPro([second(0), second(3)], created: Self.clock(12, 30, 10))
        #expect(Self.near(film.location, 48.5, -2.25))
        #expect(film.date.map { "\($0)" } == "2023-07-14T12:30:10.000+02:00")
    }

    @Test(arguments: [
        Sample.film(
            handler: "meta",
            entry: Sample.timedKeys([key]),
            chunks: [timed(1, "+48.5-002.25/")]
        ),
        Sample.film(
            handler: "meta",
            entry: Sample.entry("gpmd"),
            chunks: [Sample.goProSecond(fix: 0), Sample.goProSecond(fix: 3)],
            created: clock(1, 2, 3)
        ),
    ])
    func `a track that was cut anywhere or changed is survived`(_ bytes: [UInt8]) throws {
        var generator = SplitMix(state: 5)
        for count in 0..<bytes.count {
            var changed = bytes
            for _ in 0..<3 {
                changed[Int.random(in: 0..<bytes.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            for file in [Array(bytes.prefix(count)), changed] {
                let found = try Sample.read(file, name: "a.mp4")
                #expect(try Sample.read(file, name: "a.mp4") == found)
            }
        }
    }
}
