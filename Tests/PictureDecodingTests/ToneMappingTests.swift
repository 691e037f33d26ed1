import Imaging
import Renditions
import TestSupport
import Testing

/// Pictures with more light than a screen shows.
struct ToneMappingTests {
    private static let curves: [(transfer: UInt8, greys: [BrightGrey])] = [
        (16, BrightGrey.perceptual), (18, BrightGrey.hybrid),
    ]

    /// A file of greys side by side, each 16 pixels wide, in one of the formats that declare colours by numbers.
    private enum Container: CaseIterable {
        case png, widePNG, avif, profile
    }

    private static func crc(_ bytes: [UInt8]) -> [UInt8] {
        let sum = bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
            }
        }
        return Sample.bigEndian(Int(~sum), 4)
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return Sample.bigEndian(data.count, 4) + body + crc(body)
    }

    /// A PNG file with a chunk after its header.
    private static func png(_ file: [UInt8], with chunk: [UInt8]) -> [UInt8] {
        // The signature and the header.
        Array(file[..<33]) + chunk + file[33...]
    }

    /// A PNG file of 16 bits a channel, with rows that are stored without compression.
    private static func widePNG(_ row: [UInt16], rows: Int, _ numbers: [UInt8]) -> [UInt8] {
        var line: [UInt8] = [0]
        for grey in row {
            for _ in 0..<3 { line += Sample.bigEndian(Int(grey), 2) }
        }
        let pixels: [UInt8] = Array(repeating: line, count: rows).flatMap(\.self)
        let size = Sample.bigEndian(row.count, 4) + Sample.bigEndian(rows, 4)
        var file: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        file += chunk("IHDR", size + [16, 2, 0, 0, 0]) + chunk("cICP", numbers)
        return file + chunk("IDAT", Sample.stored(pixels)) + chunk("IEND", [])
    }

    /// A profile that has nothing but the numbers.
    private static func profile(_ numbers: [UInt8]) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 128)
        head.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
        head.replaceSubrange(36..<40, with: Array("acsp".utf8))
        var rest: [UInt8] = Array(head[4...]) + Sample.bigEndian(1, 4) + Array("cicp".utf8)
        rest += Sample.bigEndian(144, 4) + Sample.bigEndian(12, 4)
        rest += Array("cicp".utf8) + [0, 0, 0, 0] + numbers
        return Sample.bigEndian(rest.count + 4, 4) + rest
    }

    private static func file(
        _ container: Container,
        _ greys: [Double],
        _ numbers: [UInt8],
        _ studio: Studio
    ) throws -> [UInt8] {
        let drawing = Drawing(greys.count * 16, 32, grey: greys.map { UInt8(($0 * 255).rounded()) })
        switch container {
        case .png: return png(try studio.file(drawing, .png), with: chunk("cICP", numbers))
        case .widePNG:
            let row = greys.flatMap {
                [UInt16](repeating: UInt16(($0 * 65_535).rounded()), count: 16)
            }
            return widePNG(row, rows: 32, numbers)
        case .avif:
            var file = try studio.file(drawing, .avif(quality: 100))
            let place = try #require(file.firstRange(of: Array("nclx".utf8)))
            file.replaceSubrange(
                place.upperBound..<place.upperBound + 4,
                with: [0, numbers[0], 0, numbers[1]]
            )
            return file
        case .profile:
            let profile = profile(numbers)
            let segment = Array("ICC_PROFILE\u{0}\u{1}\u{1}".utf8) + profile
            let file = try studio.file(drawing, .jpeg(quality: 100))
            let head: [UInt8] = file[..<2] + [0xFF, 0xE2] + Sample.bigEndian(segment.count + 2, 2)
            return head + segment + Array(file[2...])
        }
    }

    @Test(arguments: Container.allCases, curves)
    private func `greys are those of a screen`(
        _ container: Container,
        _ curve: (transfer: UInt8, greys: [BrightGrey])
    ) throws {
        let studio = Studio()
        let numbers = [9, curve.transfer, 0, 1]
        let file = try Self.file(container, curve.greys.map(\.signal), numbers, studio)
        let picture = try studio.picture(file)
        // Eight bits of PQ are three shades of a screen apart.
        let tolerance = container == .widePNG ? 1 : 5
        for (index, grey) in curve.greys.enumerated() {
            let at = (16 * picture.width + 16 * index + 8) * 4
            let shown = try #require(picture.pixels?[at..<at + 4])
            for channel in shown.prefix(3) {
                #expect(abs(Int(channel) - grey.shown) <= tolerance, "\(container), \(grey.signal)")
            }
            #expect(shown.last == 255)
        }
    }

    @Test
    func `a small picture has the same light as the whole`() throws {
        let studio = Studio()
        let signals = BrightGrey.perceptual.map(\.signal)
        let file = try Self.file(.widePNG, signals, [9, 16, 0, 1], studio)
        let small = try studio.picture(file) { ($0.width, $0.height) = (32, 8) }
        #expect((small.width, small.height) == (32, 8))
        for (index, grey) in BrightGrey.perceptual.enumerated() {
            let at = (4 * small.width + 4 * index + 2) * 4
            // Scaling rings a little beside an edge.
            let channel = try #require(small.pixels?[at])
            #expect(abs(Int(channel) - grey.shown) <= 12, "\(grey.signal)")
        }
    }

    @Test
    func `other numbers are those of an ordinary picture`() throws {
        let studio = Studio()
        let drawing = Drawing.quarters(64, 64)
        let plain = try studio.file(drawing, .png)
        for numbers in [[1, 13, 0, 1], [1, 1, 0, 1], [2, 2, 0, 1]] as [[UInt8]] {
            let file = Self.png(plain, with: Self.chunk("cICP", numbers))
            #expect(try studio.picture(file).pixels == studio.picture(plain).pixels)
        }
        // The red of P3 is beyond that of a screen, a grey is the same.
        let wide = Self.png(plain, with: Self.chunk("cICP", [12, 13, 0, 1]))
        #expect(try studio.picture(wide).quarters == "RG/BW")
    }
}

extension Drawing {
    /// Greys side by side, each 16 pixels wide.
    fileprivate init(_ width: Int, _ height: Int, grey: [UInt8]) {
        var row: [UInt8] = []
        for shade in grey {
            for _ in 0..<16 { row += [shade, shade, shade, 255] }
        }
        (self.width, self.height) = (width, height)
        pixels = Array(repeating: row, count: height).flatMap(\.self)
    }
}
