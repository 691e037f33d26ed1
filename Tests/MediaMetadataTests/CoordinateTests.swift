import MediaMetadata
import TestSupport
import Testing

/// Coordinates in Exif, as cameras and programs write them.
struct CoordinateTests {
    private static func place(
        _ latitude: SampleTIFF.Field,
        _ longitude: SampleTIFF.Field,
        letters: (String, String)? = ("N", "E")
    ) throws -> FileMetadata {
        var gps: [Int: SampleTIFF.Field] = [2: latitude, 4: longitude]
        if let letters { (gps[1], gps[3]) = (.text(letters.0), .text(letters.1)) }
        let segment = SampleTIFF.segment([0x10F: .text("Maker")], gps: gps)
        return try Sample.read(
            Sample.jpeg(400, 300, segments: [(0xE1, segment)]),
            name: "a.jpg",
            explains: true
        )
    }

    @Test(arguments: [
        ("48.8534", "2.3488", 48.8534, 2.3488), ("48,51.2", "2,20.9", 48.853_333, 2.348_333),
        ("48 51 12.24", "2 20 55.68", 48.8534, 2.3488),
        ("48 deg 51' 12.24\" N", "2 deg 20' 55.68\" E", 48.8534, 2.3488),
        ("48/1 51/1 1224/100", "2/1 20/1 5568/100", 48.8534, 2.3488),
        ("48°51'12.24\"", "2°20'55.68\"", 48.8534, 2.3488), ("-33.8", "151.2", -33.8, 151.2),
    ])
    func `text in the place of rationals is read as text`(
        _ latitude: String,
        _ longitude: String,
        _ y: Double,
        _ x: Double
    ) throws {
        let place = try #require(try Self.place(.text(latitude), .text(longitude)).location)
        #expect(abs(place.latitude - y) < 1e-6 && abs(place.longitude - x) < 1e-6)
    }

    @Test(arguments: ["48.85340", "N48.8534", "48.853\u{0}\u{0}"])
    func `text that is said to be rationals is read as text`(_ text: String) throws {
        func field(_ text: String) -> SampleTIFF.Field {
            let bytes = Array(text.utf8)
            return .raw(type: 5, count: 3, bytes + [UInt8](repeating: 0, count: 24 - bytes.count))
        }
        let found = try Self.place(field(text), field("2.348800"))
        let place = try #require(found.location)
        #expect(abs(place.latitude - 48.85) < 0.01 && place.longitude == 2.3488)
    }

    @Test(arguments: [
        ("48", "2"), ("48.", "2."), ("48,8534", "2,3488"), ("48.8534,2.3488", "2.3488"),
        ("48,75,12", "2,20,55"), ("unknown", "unknown"), ("1.2.3", "2.3488"), ("95.5", "2.3"),
        ("48.8534 S", "2.3488 E"), ("0", "0"), ("4/0", "2.5"), ("1,2,3,4", "1,2,3,4"), ("", ""),
    ])
    func `text that cannot be a place is none`(_ latitude: String, _ longitude: String) throws {
        #expect(try Self.place(.text(latitude), .text(longitude)).location == nil)
    }

    @Test
    func `rationals are degrees, minutes and seconds, of which the later may be missing`() throws {
        let full = SampleTIFF.Field.rationals([(48, 1), (51, 1), (1_224, 100)])
        let place = try #require(try Self.place(full, .rationals([(2, 1)])).location)
        #expect(abs(place.latitude - 48.8534) < 1e-9 && place.longitude == 2)
        let undefined = SampleTIFF.Field.rationals([(48, 1), (306, 6), (0, 0)])
        #expect(try Self.place(undefined, full).location?.latitude == 48.85)
        let negative = SampleTIFF.Field.raw(
            type: 10,
            count: 1,
            Sample.bigEndian(-335, 4) + Sample.bigEndian(10, 4)
        )
        #expect(try Self.place(negative, full).location?.latitude == -33.5)
        #expect(try Self.place(full, full, letters: ("S", "W")).location?.latitude ?? 0 < -48)
    }

    @Test
    func `values that are no angles and those without letters are refused, which is told`() throws {
        let full = SampleTIFF.Field.rationals([(48, 1), (51, 1), (12, 1)])
        let wrong = SampleTIFF.Field.rationals([(48, 1), (51, 1), (1_224, 1)])
        for found in [
            try Self.place(wrong, full), try Self.place(full, full, letters: nil),
            try Self.place(.raw(type: 3, count: 3, [0, 48, 0, 51, 0, 12]), full),
        ] {
            #expect(found.location == nil)
        }
        let told = try Self.place(wrong, full).refused.first { $0.value == "location" }
        #expect(told?.detail.contains("48.0, 51.0, 1224.0 N") == true)
        #expect(try Self.place(full, full).refused.allSatisfy { $0.value != "location" })
        #expect(
            try Self.place(.text("48"), .text("2")).refused.contains {
                $0.value == "location" && $0.detail.contains("\"48\" N")
            }
        )
    }

    @Test(arguments: [
        ("48,51.204N", "2,20.928E", true), ("48,51,12.24N", "2,20,55.68E", true),
        ("48,51.204", "2,20.928", false), ("48,99.204N", "2,20.928E", false),
        ("48,51.204E", "2,20.928N", false),
    ])
    func `coordinates in XMP have their letters behind them`(
        _ latitude: String,
        _ longitude: String,
        _ isPlace: Bool
    ) throws {
        let words = ["exif:GPSLatitude": latitude, "exif:GPSLongitude": longitude]
        let place = try Sample.read(Sample.jpeg(xmp: words), name: "a.jpg").location
        #expect((place != nil) == isPlace)
        #expect(place.map { abs($0.latitude - 48.8534) < 1e-6 } ?? true)
    }

    @Test(arguments: [
        ("48,30.0N", "2,15,0W", "120/10", "0", (48.5, -2.25, 12.0 as Double?)),
        ("48.5", "-2.25", "120/10", "1", (48.5, -2.25, -12)),
        ("-48.5", "+2.25", "12.5", "", (-48.5, 2.25, 12.5)),
        ("48,30s", "2,15e", "", "", (-48.5, 2.25, nil)),
    ])
    func `XMP has places with letters or signs, and heights`(
        _ latitude: String,
        _ longitude: String,
        _ altitude: String,
        _ reference: String,
        _ expected: (Double, Double, Double?)
    ) throws {
        let packet = Sample.xmpPacket([
            "exif:GPSLatitude": latitude, "exif:GPSLongitude": longitude,
            "exif:GPSAltitude": altitude, "exif:GPSAltitudeRef": reference,
        ])
        let wide: [UInt8] = packet.flatMap { byte -> [UInt8] in [0, byte] }
        let turned: [UInt8] = packet.flatMap { byte -> [UInt8] in [byte, 0] }
        for bytes in [packet, [0xFE, 0xFF] + wide, [0xFF, 0xFE] + turned] {
            let place = try Sample.read(bytes, name: "a.xmp").location
            #expect(place?.latitude == expected.0 && place?.longitude == expected.1)
            #expect(place?.altitude == expected.2)
        }
    }

    @Test(arguments: [
        (["33.5", "S", "70.25", "W", ""], [-33.5, -70.25, 121]),
        (["33,30.0", "S", "70,15,0", "W", "0"], [-33.5, -70.25, 121]),
        (["33.5", "south", "70.25", "West", "1"], [-33.5, -70.25, -121]),
        (["-33.5", "S", "-70.25", "W", "Below Sea Level"], [-33.5, -70.25, -121]),
        (["33,30.0S", "S", "70.25", "E", "2"], [-33.5, 70.25, 121]),
        (["33.5", "N", "70.25W", "W", "3"], [33.5, -70.25, -121]),
        (["33.5N", "S", "70.25", "W", "0"], []),
        (["33.5", "E", "70.25", "", "0"], [33.5, 70.25, 121]),
    ])
    func `letters may stand in properties of their own`(
        _ words: [String],
        _ expected: [Double]
    ) throws {
        var properties = ["exif:GPSAltitude": "121"]
        let keys = [
            "GPSLatitude", "GPSLatitudeRef", "GPSLongitude", "GPSLongitudeRef", "GPSAltitudeRef",
        ]
        for (key, word) in zip(keys, words) where !word.isEmpty { properties["exif:\(key)"] = word }
        for (name, file) in [
            ("a.xmp", Sample.xmpPacket(properties)), ("a.jpg", Sample.jpeg(xmp: properties)),
        ] {
            let place = try Sample.read(file, name: name).location
            #expect(
                [place?.latitude, place?.longitude, place?.altitude].compactMap { $0 } == expected
            )
        }
    }

    @Test(arguments: [(UInt8(0), 12.0), (1, -12), (2, 12), (3, -12)])
    func `heights are below the sea for two of Exif's references`(
        _ reference: UInt8,
        _ expected: Double
    ) throws {
        let gps: [Int: SampleTIFF.Field] = [
            1: .text("N"), 2: .rationals([(48, 1), (30, 1), (0, 1)]), 3: .text("E"),
            4: .rationals([(2, 1), (15, 1), (0, 1)]),
            5: .raw(type: 1, count: 1, [reference]), 6: .rationals([(12, 1)]),
        ]
        let file = Sample.jpeg(4, 3, segments: [(0xE1, SampleTIFF.segment(gps: gps))])
        #expect(try Sample.read(file, name: "a.jpg").location?.altitude == expected)
    }
}
