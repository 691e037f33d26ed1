import Imaging
import Renditions
import TestSupport
import Testing

/// Pictures are shown as they are looked at, whatever way they are stored.
struct TurningTests {
    /// What red and green above blue and white look like, by the number that Exif has for it.
    static let shown = [
        1: "RG/BW", 2: "GR/WB", 3: "WB/GR", 4: "BW/RG", 5: "RB/GW", 6: "BR/WG", 7: "WG/BR",
        8: "GW/RB",
    ]

    static func jpeg(_ file: [UInt8], orientation: Int) -> [UInt8] {
        let block = SampleTIFF.segment([0x112: .short(orientation)])
        let segment = [0xFF, 0xE1] + Sample.bigEndian(block.count + 2, 2) + block
        return file.prefix(2) + segment + file.dropFirst(2)
    }

    static func tiff(_ drawing: Drawing, orientation: Int) -> [UInt8] {
        let colours = drawing.pixels.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
        // The pixels follow the header, the directory follows them.
        let head = Array("II*\u{0}".utf8) + Sample.little(8 + colours.count, 4)
        let fields: [(Int, Int, Int)] = [
            (0x100, 4, drawing.width), (0x101, 4, drawing.height), (0x102, 3, 8), (0x103, 3, 1),
            (0x106, 3, 2), (0x111, 4, 8), (0x112, 3, orientation), (0x115, 3, 3),
            (0x116, 4, drawing.height), (0x117, 4, colours.count),
        ]
        let entries = fields.flatMap { tag, type, value in
            Sample.little(tag, 2) + Sample.little(type, 2) + Sample.little(1, 4)
                + Sample.little(value, 4)
        }
        return head + colours + Sample.little(fields.count, 2) + entries + Sample.little(0, 4)
    }

    @Test(arguments: 1...8)
    func `a picture is turned as it says`(_ orientation: Int) throws {
        let studio = Studio()
        let drawing = Drawing.quarters(96, 64)
        let file = try studio.file(drawing, .jpeg(quality: 95))
        let files = [
            Self.jpeg(file, orientation: orientation),
            Self.tiff(drawing, orientation: orientation),
        ]
        let size = orientation >= 5 ? (64, 96) : (96, 64)
        for file in files {
            let whole = try studio.picture(file)
            #expect((whole.width, whole.height) == size)
            #expect((whole.sourceWidth, whole.sourceHeight) == size)
            #expect(whole.quarters == Self.shown[orientation])
            let small = try studio.picture(file) { ($0.width, $0.height) = (24, 24) }
            #expect((small.width, small.height) == (size.0 / 4, size.1 / 4))
            #expect(small.quarters == Self.shown[orientation])
        }
    }

    @Test(arguments: 1...8)
    func `a part is that of the picture as it is looked at`(_ orientation: Int) throws {
        let studio = Studio()
        let file = try studio.file(.quarters(96, 64), .jpeg(quality: 95))
        let letters = Array((Self.shown[orientation] ?? "").filter { $0 != "/" })
        for (index, letter) in letters.enumerated() {
            let (x, y) = (Double(index % 2) / 2, Double(index / 2) / 2)
            let part = try studio.picture(Self.jpeg(file, orientation: orientation)) { request in
                request.crop = UnitRect(x: x + 0.05, y: y + 0.05, width: 0.4, height: 0.4)
            }
            #expect(part.quarters == "\(letter)\(letter)/\(letter)\(letter)")
        }
    }

    @Test
    func `what fills a size is cut on both sides alike`() throws {
        let studio = Studio()
        let file = try studio.file(.quarters(96, 64), .png)
        let picture = try studio.picture(file) { request in
            (request.width, request.height) = (32, 32)
            (request.mode, request.resize) = (.fill, .exact)
        }
        #expect((picture.width, picture.height) == (32, 32))
        #expect(picture.quarters == "RG/BW")
        let larger = try studio.picture(file) { request in
            (request.width, request.height, request.resize) = (192, 192, .exact)
        }
        #expect((larger.width, larger.height) == (192, 128))
        let notLarger = try studio.picture(file) { ($0.width, $0.height) = (192, 192) }
        #expect((notLarger.width, notLarger.height) == (96, 64))
    }
}
