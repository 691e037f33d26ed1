import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// What AVCHD cameras write into the pictures of their films.
struct TransportStreamTests {
    /// Reads a film of which nothing else is known than its size.
    private static func read(_ bytes: [UInt8]) throws -> FileMetadata {
        try Sample.read(bytes, name: "00001.MTS") { _ in
            FilmFacts(
                width: 1_920,
                height: 1_080,
                duration: 3,
                frameRate: 25,
                created: nil,
                make: nil,
                model: nil
            )
        }
    }

    private static func date(_ zone: UInt8) -> [(UInt8, [UInt8])] {
        [(0x18, [zone, 0x20, 0x13, 0x07]), (0x19, [0x14, 0x15, 0x30, 0x12])]
    }

    private static func text(_ text: String) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count)
    }

    private static func ratio(_ number: Int, _ by: Int = 1) -> [UInt8] {
        Sample.bigEndian(number, 2) + Sample.bigEndian(by, 2)
    }

    private static let camera: [(UInt8, [UInt8])] = [
        (0xE0, [0x01, 0x08, 0x31, 0x00]), (0xE4, text("DSC-")), (0xE5, text("HX7V")),
        (0xE6, text("")),
    ]

    private static func place(status: String = "A") -> [(UInt8, [UInt8])] {
        [
            (0xB1, text("S")), (0xB2, ratio(33)), (0xB3, ratio(51)), (0xB4, ratio(1_800, 100)),
            (0xB5, text("E")), (0xB6, ratio(151)), (0xB7, ratio(12)), (0xB8, ratio(0)),
            (0xB9, text("")), (0xBA, ratio(25, 10)), (0xBE, text(status)),
        ]
    }

    private static let slice: [UInt8] = [0x65] + [UInt8](repeating: 0x88, count: 2_000)

    @Test(arguments: [true, false])
    func `date, place and camera come out of the packs in the stream`(_ isStamped: Bool) throws {
        let packs = Self.date(0x02) + Self.place() + Self.camera
        // Some cameras write nothing beside the first picture.
        let other = [5, 20] + [UInt8](repeating: 7, count: 20)
        let found = Sample.dvPacks(packs, behind: other)
        let units = [[9, 0xF0], [6] + other + [0x80], Self.slice, found, Self.slice]
        let film = try Self.read(Sample.transportStream(units, isStamped: isStamped))
        #expect(film.format == .transportStream && film.width == 1_920 && film.duration == 3)
        #expect(film.date.map { "\($0)" } == "2013-07-14T15:30:12.000+01:00")
        #expect(film.cameraMake == "Sony" && film.cameraModel == "DSC-HX7V")
        let place = try #require(film.location)
        #expect(abs(place.latitude + 33.855) < 1e-9 && abs(place.longitude - 151.2) < 1e-9)
        #expect(place.altitude == 2.5)
        #expect(film.evidence.contains { $0.rule == "stream" && $0.value == "creationDate" })
    }

    @Test(arguments: [
        (0x00, "Z"), (0x10, "+08:00"), (0x27, "-03:30"), (0x42, ""), (0xFF, ""), (0x1F, ""),
    ])
    func `the zone is known where it says what it is`(_ zone: UInt8, _ text: String) throws {
        let film = try Self.read(Sample.transportStream([Sample.dvPacks(Self.date(zone))]))
        #expect(film.date.map { "\($0)" } == "2013-07-14T15:30:12.000" + text)
    }

    @Test(
        arguments: [
            ("a month of 13", [0x02, 0x20, 0x13, 0x13], [0x14, 0x15, 0x30, 0x12]),
            ("no decimal digits", [0x02, 0x20, 0x1A, 0x07], [0x14, 0x15, 0x30, 0x12]),
            ("all ones", [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF]),
        ] as [(String, [UInt8], [UInt8])]
    )
    func `dates that are none are not taken`(
        _ what: String,
        _ first: [UInt8],
        _ second: [UInt8]
    ) throws {
        let packs = [(0x18, first), (0x19, second)] as [(UInt8, [UInt8])]
        let film = try Self.read(Sample.transportStream([Sample.dvPacks(packs)]))
        #expect(film.date == nil && film.unreadableReason == nil, "\(what)")
    }

    @Test
    func `a place without a fix is none, nor is a model that others than Sony have`() throws {
        let maker: (UInt8, [UInt8]) = (0xE0, [0x10, 0x11, 0, 0])
        let camera = [maker] + Self.camera.dropFirst()
        let packs = Self.place(status: "V") + camera
        let film = try Self.read(Sample.transportStream([Sample.dvPacks(packs)]))
        #expect(film.location == nil)
        #expect(film.cameraMake == "Canon" && film.cameraModel == nil)
        #expect(try Self.read(Sample.transportStream([Self.slice])).cameraMake == nil)
    }

    @Test
    func `a stream that was cut anywhere or changed is survived`() throws {
        let packs = Self.date(0x02) + Self.place() + Self.camera
        let bytes = Sample.transportStream([Sample.dvPacks(packs), Self.slice])
        var generator = SplitMix(state: 11)
        for count in stride(from: 200, to: bytes.count, by: 29) {
            var changed = bytes
            for _ in 0..<4 {
                changed[Int.random(in: 0..<bytes.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            for file in [Array(bytes.prefix(count)), changed] {
                let found = try Self.read(file)
                #expect(try Self.read(file) == found)
            }
        }
    }
}
