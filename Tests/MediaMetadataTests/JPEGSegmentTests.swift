import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// JPEG files whose segments are not where they should be.
struct JPEGSegmentTests {
    private static let exif = SampleTIFF.segment(
        [0x10F: .text("Maker"), 0x110: .text("Model")],
        gps: [
            1: .text("n"), 2: .rationals([(48, 1), (30, 1)]), 3: .text("w"),
            4: .rationals([(2, 1), (15, 1)]),
        ],
        photo: [0x9003: .text("2003:04:05 06:07:08")]
    )
    private static let whole = Sample.jpeg(40, 30, segments: [(0xE1, exif)])
    /// The offset of the frame header.
    private static let frame = 2 + 4 + exif.count

    private static func expectFacts(_ found: FileMetadata) {
        #expect(found.date.map { "\($0)" } == "2003-04-05T06:07:08.000")
        #expect(found.cameraModel == "Model")
        #expect(found.location?.latitude == 48.5 && found.location?.longitude == -2.25)
    }

    @Test(arguments: [
        [0], [1, 2, 3], [0xFF, 0], [0xFF, 0, 0xFF, 0], [0, 0xFF, 0xFF], [0x4D, 0x4D, 0xFF, 1],
        [UInt8](repeating: 0, count: 60_000),
    ])
    func `stray bytes between segments are skipped`(_ stray: [UInt8]) throws {
        for place in [2, Self.frame] {
            let bytes = Self.whole[..<place] + stray + Self.whole[place...]
            let found = try Sample.read(Array(bytes), name: "a.jpg")
            #expect(found.unreadableReason == nil)
            #expect((found.width, found.height) == (40, 30))
            Self.expectFacts(found)
        }
    }

    @Test
    func `a picture that is cut off after its Exif block keeps what that says`() throws {
        for end in Self.frame...Self.frame + 9 {
            let found = try Sample.read(Array(Self.whole.prefix(end)), name: "a.jpg")
            let isWhole = end == Self.frame + 9
            #expect((found.unreadableReason == nil) == isWhole, "\(end)")
            #expect(found.width == (isWhole ? 40 : 0))
            Self.expectFacts(found)
        }
        for end in 0..<Self.frame {
            let found = try Sample.read(Array(Self.whole.prefix(end)), name: "a.jpg")
            #expect(found.unreadableReason != nil, "\(end)")
        }
    }

    @Test
    func `much that is no segment costs little`() throws {
        let noise = [UInt8](repeating: 0xFF, count: 2) + [UInt8](repeating: 7, count: 3_000_000)
        let found = try Sample.read([0xFF, 0xD8] + noise, name: "a.jpg")
        #expect(found.unreadableReason?.contains("damaged") == true)
    }

    @Test
    func `the size of a TIFF of several pages is that of the first`() throws {
        func directory(_ width: Int, _ height: Int, next: Int) -> [UInt8] {
            func entry(_ tag: Int, _ value: Int) -> [UInt8] {
                Sample.bigEndian(tag, 2) + Sample.bigEndian(4, 2) + Sample.bigEndian(1, 4)
                    + Sample.bigEndian(value, 4)
            }
            return Sample.bigEndian(2, 2) + entry(0x100, width) + entry(0x101, height)
                + Sample.bigEndian(next, 4)
        }
        let pages = directory(40, 30, next: 38) + directory(400, 300, next: 0)
        let bytes = Array("MM\0*".utf8) + Sample.bigEndian(8, 4) + pages
        let page = try Sample.read(bytes, name: "a.tif")
        #expect((page.width, page.height) == (40, 30))
        let raw = try Sample.read(bytes, name: "a.nef")
        #expect((raw.width, raw.height) == (400, 300))
    }
}
