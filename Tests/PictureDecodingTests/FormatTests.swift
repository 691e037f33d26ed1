import Imaging
import Renditions
import TestSupport
import Testing

struct FormatTests {
    static let encodings: [Encoding] = [
        .jpeg(quality: 90), .png, .webp(quality: 90), .avif(quality: 80), .compact(quality: 82),
    ]

    @Test(arguments: encodings)
    func `what is written is read`(_ encoding: Encoding) throws {
        let studio = Studio()
        let file = try studio.file(.quarters(160, 120), encoding)
        let picture = try studio.picture(file)
        #expect((picture.width, picture.height) == (160, 120))
        #expect(picture.quarters == "RG/BW")
        #expect(!picture.hasAlpha)
    }

    @Test(arguments: encodings)
    func `the picture of a Live Photo in one file is shown`(_ encoding: Encoding) throws {
        let studio = Studio()
        let still = try studio.file(.quarters(160, 120), encoding)
        let before = ArchiveEntry("1.mov", Sample.film(samples: 45))
        let file = Sample.archive([before, ArchiveEntry("1.still", still)])
        let picture = try studio.picture(file, name: "a.livp")
        #expect((picture.width, picture.height) == (160, 120))
        #expect(picture.quarters == "RG/BW")
    }

    @Test
    func `transparent parts are kept, or become white`() throws {
        let studio = Studio()
        let drawing = Drawing(64, 64) { x, _ in x < 32 ? .clear : .blue }
        for encoding in [Encoding.png, .webp(quality: 90), .avif(quality: 90)] {
            let picture = try studio.picture(try studio.file(drawing, encoding))
            #expect(picture.hasAlpha)
            #expect(picture.quarters == "-B/-B")
        }
        let flat = try studio.picture(try studio.file(drawing, .jpeg(quality: 95)))
        #expect(!flat.hasAlpha)
        #expect(flat.quarters == "WB/WB")
    }

    @Test
    func `compact is JPEG, and WebP where something is transparent`() throws {
        let studio = Studio()
        let opaque = try studio.file(.quarters(64, 64), .compact(quality: 82))
        let clear = try studio.file(Drawing(64, 64) { _, _ in .clear }, .compact(quality: 82))
        #expect(opaque.starts(with: [0xFF, 0xD8]))
        #expect(clear.starts(with: Array("RIFF".utf8)))
    }

    @Test
    func `only what is asked for is made`() throws {
        let studio = Studio()
        let file = try studio.file(.quarters(64, 48), .png)
        let encoded = try studio.picture(file) { request in
            (request.wantsPixels, request.encoding) = (false, .jpeg(quality: 80))
        }
        #expect(encoded.pixels == nil)
        #expect(encoded.encoded?.isEmpty == false)
        let pixels = try studio.picture(file)
        #expect(pixels.pixels?.count == 64 * 48 * 4)
        #expect(pixels.encoded == nil)
    }

    @Test
    func `the first picture of an animation is shown`() throws {
        let picture = try Studio().picture(Sample.gif(frames: 3))
        #expect((picture.width, picture.height) == (4, 3))
    }

    struct Bitmap {
        let bits: Int
        /// Two pixels, red and blue.
        let row: [UInt8]
        var palette: [UInt8] = []
        var isTopDown = false
    }

    @Test(arguments: [
        Bitmap(bits: 1, row: [0x40, 0, 0, 0], palette: [0, 0, 255, 0, 255, 0, 0, 0]),
        Bitmap(bits: 4, row: [0x01, 0, 0, 0], palette: [0, 0, 255, 0, 255, 0, 0, 0]),
        Bitmap(bits: 8, row: [0, 1, 0, 0], palette: [0, 0, 255, 0, 255, 0, 0, 0]),
        Bitmap(bits: 16, row: [0, 0x7C, 0x1F, 0]),
        Bitmap(bits: 24, row: [0, 0, 255, 255, 0, 0, 0, 0]),
        Bitmap(bits: 32, row: [0, 0, 255, 0, 255, 0, 0, 0], isTopDown: true),
    ])
    func `a BMP file is shown, whatever its pixels are made of`(_ bitmap: Bitmap) throws {
        let start = 54 + bitmap.palette.count
        let head =
            Array("BM".utf8) + Sample.little(0, 8) + Sample.little(start, 4) + Sample.little(40, 4)
            + Sample.little(2, 4) + Sample.little(bitmap.isTopDown ? -1 : 1, 4)
            + Sample.little(1, 2) + Sample.little(bitmap.bits, 2) + Sample.little(0, 24)
        let studio = Studio()
        let picture = try studio.picture(head + bitmap.palette + bitmap.row)
        #expect(picture.pixels == Colour.red.bytes + Colour.blue.bytes)
        let reason = studio.reason(head + bitmap.palette)
        #expect(reason == "the BMP file is damaged or cut off")
    }

    /// A TIFF file of one strip with a channel of eight bits.
    private static func grey(_ width: Int, _ height: Int) -> [UInt8] {
        let head = Array("II*\u{0}".utf8) + Sample.little(8 + width * height, 4)
        let fields = [
            (0x100, width), (0x101, height), (0x102, 8), (0x103, 1), (0x106, 1), (0x111, 8),
            (0x116, height), (0x117, width * height),
        ].flatMap { tag, value in
            Sample.little(tag, 2) + Sample.little(4, 2) + Sample.little(1, 4)
                + Sample.little(value, 4)
        }
        return head + [UInt8](repeating: 200, count: width * height) + Sample.little(8, 2) + fields
            + Sample.little(0, 4)
    }

    // The second is read from its file in several parts.
    @Test(arguments: [(8, 8), (1_600, 1_200)])
    func `grey becomes grey`(width: Int, height: Int) throws {
        let picture = try Studio().picture(Self.grey(width, height)) { request in
            (request.width, request.height) = (8, 8)
        }
        #expect(picture.pixels?.prefix(4) == [200, 200, 200, 255])
        #expect(picture.pixels?.suffix(4) == [200, 200, 200, 255])
    }

    @Test
    func `the colours of Display P3 become those of sRGB`() throws {
        let studio = Studio()
        let drawing = Drawing(16, 16) { _, _ in .white }
        let grey = drawing.pixels.enumerated().map { index, _ in
            index % 4 == 3 ? UInt8(255) : index % 4 == 0 ? 200 : 100
        }
        let png = try studio.picture(grey) { request in
            (request.subject, request.encoding) = (.pixels, .jpeg(quality: 100))
            (request.width, request.height) = (16, 16)
        }
        let file = try #require(png.encoded)
        let profile = Array("ICC_PROFILE\u{0}\u{1}\u{1}".utf8) + ColourProfile.displayP3
        let segment = [0xFF, 0xE2] + Sample.bigEndian(profile.count + 2, 2) + profile
        let picture = try studio.picture(file.prefix(2) + segment + file.dropFirst(2))
        let pixel = try #require(picture.pixels?.prefix(4)).map(Int.init)
        // (200, 100, 100) of Display P3, by the matrices of both (CSS Color 4).
        for (found, right) in zip(pixel, [214, 95, 98, 255]) {
            #expect(abs(found - right) <= 3, "\(pixel)")
        }
    }
}

enum ColourProfile {
    /// Colorants and curves as Apple writes them.
    static var displayP3: [UInt8] {
        let numbers = [
            [0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407],
        ]
        let fixed = { (value: Double) in Sample.bigEndian(Int((value * 65_536).rounded()), 4) }
        let curve =
            Array("para".utf8) + Sample.bigEndian(0, 4) + Sample.bigEndian(3, 2)
            + Sample.bigEndian(0, 2) + [2.4, 0.94787, 0.05213, 0.0774, 0.04045].flatMap(fixed)
        var (tags, data): ([UInt8], [UInt8]) = ([], [])
        let start = 132 + 6 * 12
        for (name, value) in zip(["rXYZ", "gXYZ", "bXYZ"], numbers) {
            let tag = Array("XYZ ".utf8) + Sample.bigEndian(0, 4) + value.flatMap(fixed)
            tags += Array(name.utf8) + Sample.bigEndian(start + data.count, 4)
            tags += Sample.bigEndian(tag.count, 4)
            data += tag
        }
        for name in ["rTRC", "gTRC", "bTRC"] {
            tags += Array(name.utf8) + Sample.bigEndian(start + data.count, 4)
            tags += Sample.bigEndian(curve.count, 4)
        }
        data += curve
        var head = [UInt8](repeating: 0, count: 128)
        head.replaceSubrange(0..<4, with: Sample.bigEndian(start + data.count, 4))
        head.replaceSubrange(8..<10, with: [4, 0])
        head.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
        head.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return head + Sample.bigEndian(6, 4) + tags + data
    }
}
