import MediaMetadata
import PhotoModel
import TestSupport
import Testing

struct RawPictureTests {
    @Test(arguments: [200, 70_000])
    func `a DNG is as large as it is cropped, wherever in the file that is said`(
        _ place: Int
    ) throws {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            Sample.bigEndian(tag, 2) + Sample.bigEndian(type, 2) + Sample.bigEndian(count, 4)
                + value
        }
        var bytes = Array("MM\u{0}*".utf8) + Sample.bigEndian(8, 4) + Sample.bigEndian(4, 2)
        bytes += entry(0x100, 4, 1, Sample.bigEndian(4_024, 4))
        bytes += entry(0x101, 4, 1, Sample.bigEndian(3_016, 4))
        bytes += entry(0xC612, 1, 4, [1, 4, 0, 0])
        bytes += entry(0xC620, 5, 2, Sample.bigEndian(place, 4)) + [0, 0, 0, 0]
        bytes += [UInt8](repeating: 0, count: place - bytes.count)
        for number in [4_000, 1, 3_000, 1] { bytes += Sample.bigEndian(number, 4) }
        let metadata = try Sample.read(bytes, name: "a.dng")
        #expect((metadata.width, metadata.height) == (4_000, 3_000))
    }

    private static let exif = SampleTIFF.segment(
        [0x10F: .text("Panasonic"), 0x110: .text("DMC-LX3")],
        gps: [
            1: .text("N"), 2: .rationals([(48, 1), (30, 1)]), 3: .text("E"),
            4: .rationals([(2, 1), (15, 1)]),
        ],
        photo: [0x9003: .text("2008:08:06 15:21:56"), 0x9291: .text("25")]
    )

    @Test(arguments: ["P1000001.RW2", "L1000001.RWL", "P1000001.RAW"])
    func `a Panasonic raw picture has the Exif of the JPEG in it and the size of its sensor`(
        _ name: String
    ) throws {
        let jpeg = Sample.jpeg(1_920, 1_440, segments: [(0xE1, Self.exif)])
        let metadata = try Sample.read(Sample.panasonic(jpeg: jpeg), name: name)
        #expect(metadata.format == .rw2 && metadata.traits.contains(.raw))
        #expect((metadata.width, metadata.height) == (3_980, 2_980))
        #expect(metadata.cameraMake == "Panasonic" && metadata.cameraModel == "DMC-LX3")
        #expect(metadata.date.map { "\($0)" } == "2008-08-06T15:21:56.250")
        #expect(metadata.location?.latitude == 48.5 && metadata.location?.longitude == 2.25)
    }

    @Test
    func `what the directory of a Panasonic raw picture says comes before the JPEG in it`() throws {
        let fields: [Int: SampleTIFF.Field] = [
            0x110: .text("DC-GH5"), 0x112: .short(6),
            0x8769: .directory([0x9003: .text("2019:01:02 03:04:05")]),
        ]
        let jpeg = Sample.jpeg(1_920, 1_440, segments: [(0xE1, Self.exif)])
        let metadata = try Sample.read(Sample.panasonic(fields, jpeg: jpeg), name: "a.rw2")
        #expect((metadata.width, metadata.height) == (2_980, 3_980))
        #expect(metadata.cameraMake == "Panasonic" && metadata.cameraModel == "DC-GH5")
        #expect(metadata.date.map { "\($0)" } == "2019-01-02T03:04:05.000")
        let alone = try Sample.read(Sample.panasonic(fields), name: "a.rw2")
        #expect(alone.date == metadata.date && alone.cameraMake == nil)
    }

    @Test(arguments: [
        0: (3_072, 2_048), 90: (2_048, 3_072), 180: (3_072, 2_048), -90: (2_048, 3_072),
    ])
    func `a Canon raw picture of old has date, camera and size in its heaps`(
        _ turned: Int,
        _ size: (Int, Int)
    ) throws {
        let metadata = try Sample.read(Sample.canonHeap(turned: turned), name: "CRW_0001.CRW")
        #expect(metadata.format == .crw && metadata.traits.contains(.raw))
        #expect((metadata.width, metadata.height) == size)
        #expect(metadata.cameraMake == "Canon")
        #expect(metadata.cameraModel == "Canon EOS DIGITAL REBEL")
        #expect(metadata.date.map { "\($0)" } == "2003-11-10T17:39:26.000")
        #expect(metadata.evidence.contains { $0.detail == "Canon CIFF TimeStamp" })
        let unset = try Sample.read(Sample.canonHeap(seconds: 0), name: "a.crw")
        #expect(unset.date == nil && unset.width == 3_072)
    }

    @Test
    func `a raw picture of a GoPro is a DNG whatever the case of its name`() throws {
        let block = SampleTIFF.block(
            [
                0x100: .long(4_000), 0x101: .long(3_000), 0x10F: .text("GoPro"),
                0x110: .text("HERO9 Black"),
                0x8769: .directory([0x9003: .text("2021:05:06 07:08:09")]),
            ],
            isBigEndian: false
        )
        let metadata = try Sample.read(block, name: "GOPR0001.GPR")
        #expect(metadata.format == .dng && metadata.cameraModel == "HERO9 Black")
        #expect(metadata.date.map { "\($0)" } == "2021-05-06T07:08:09.000")
    }

    @Test(arguments: [
        ("a.rw2", Sample.panasonic(jpeg: Sample.jpeg(40, 30, segments: [(0xE1, exif)]))),
        ("a.crw", Sample.canonHeap()),
    ])
    func `a raw picture that was cut anywhere or changed is survived`(
        _ name: String,
        _ bytes: [UInt8]
    ) throws {
        var generator = SplitMix(state: 7)
        for count in 0..<bytes.count {
            let cut = try Sample.read(Array(bytes.prefix(count)), name: name)
            #expect(cut.unreadableReason != nil || cut.width > 0)
            var changed = bytes
            for _ in 0..<3 {
                changed[Int.random(in: 0..<bytes.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            let found = try Sample.read(changed, name: name)
            #expect(try Sample.read(changed, name: name) == found)
        }
    }
}
