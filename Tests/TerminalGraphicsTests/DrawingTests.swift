import Foundation
import TerminalGraphics
import TestSupport
import Testing

struct DrawingTests {
    private static let large = (columns: 500, rows: 500)

    private static func terminal(_ graphics: Terminal.Graphics) -> Terminal {
        Terminal(graphics: graphics, columns: large.columns, rows: large.rows)
    }

    /// What a terminal is told by kitty's protocol: the control data of the first command, and all that follows it.
    private static func kitty(_ bytes: [UInt8]) throws -> (control: [String: String], data: [UInt8])
    {
        let text = String(decoding: bytes.dropLast(2), as: UTF8.self)
        #expect(bytes.suffix(2) == [13, 10])
        var (control, all): ([String: String], String) = ([:], "")
        let commands = text.components(separatedBy: "\u{1B}\\").dropLast()
        for (number, command) in commands.enumerated() {
            let parts = try #require(command.hasPrefix("\u{1B}_G") ? command.dropFirst(3) : nil)
                .split(separator: ";", maxSplits: 1)
            let keys = Dictionary(
                uniqueKeysWithValues: parts[0].split(separator: ",").map { pair in
                    (String(pair.prefix(1)), String(pair.dropFirst(2)))
                }
            )
            #expect(keys["m"] == (number == commands.count - 1 ? "0" : "1"))
            #expect(parts[1].count <= 4_096)
            #expect(number == commands.count - 1 || parts[1].count % 4 == 0)
            if number == 0 { control = keys } else { #expect(keys.count == 1) }
            all += parts[1]
        }
        return (control, [UInt8](try #require(Data(base64Encoded: all))))
    }

    @Test(arguments: [1, 2, 3, 31, 32, 33, 200])
    func `kitty gets the pixels as they are`(width: Int) throws {
        let image = try SampleImage.noise(width, 17, seed: 1, transparent: true)
        let (control, data) = try Self.kitty(Self.terminal(.kitty).drawing(of: image))
        #expect(data == image.pixels)
        #expect(control["a"] == "T" && control["f"] == "32" && control["q"] == "2")
        #expect(control["s"] == "\(width)" && control["v"] == "17")
    }

    @Test
    func `kitty gets a PNG file as it is, and scales it where it is too large`() throws {
        var image = try SampleImage.gradient(100, 50)
        image.png = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for (columns, rows, expected) in [(80, 24, nil), (5, 24, "5"), (80, 3, "8"), (80, 1, "4")] {
            let terminal = Terminal(graphics: .kitty, columns: columns, rows: rows)
            let (control, data) = try Self.kitty(terminal.drawing(of: image))
            #expect(data == image.png)
            #expect(control["f"] == "100")
            #expect(control["c"] == expected, "\(columns) × \(rows)")
        }
    }

    @Test
    func `a picture too large is made smaller`() throws {
        let image = try SampleImage.gradient(1_000, 500)
        let terminal = Terminal(
            graphics: .kitty,
            columns: 10,
            rows: 24,
            cellWidth: 10,
            cellHeight: 20
        )
        let (control, data) = try Self.kitty(terminal.drawing(of: image))
        #expect(control["s"] == "100" && control["v"] == "50" && data.count == 20_000)
        let small = image.fitting(width: 100, height: 100)
        #expect(data == small.pixels)
        // The mean of ten by ten.
        #expect(abs(Int(small.pixels[4 * 50]) - Int(image.pixels[4 * 505])) <= 2)
        #expect(image.fitting(width: 5_000, height: 5_000) == image)
    }

    @Test
    func `transparent pixels do not darken what they are beside`() throws {
        let image = try SampleImage.image(2, 2) { column, _ in
            column == 0 ? [200, 100, 50, 255] : [0, 0, 0, 0]
        }
        #expect(image.fitting(width: 1, height: 1).pixels == [200, 100, 50, 128])
    }

    private static func sixel(_ image: RasterImage) throws -> SixelDecoder {
        let bytes = Self.terminal(.sixel).drawing(of: image)
        #expect(bytes.suffix(2) == [13, 10])
        return try #require(SixelDecoder(Array(bytes.dropLast(2))))
    }

    @Test(arguments: [(1, 1), (7, 5), (6, 6), (64, 64), (3, 200), (200, 13)])
    func `sixel draws few colours as they are`(width: Int, height: Int) throws {
        let colors: [[UInt8]] = [[0, 0, 0], [255, 255, 255], [255, 0, 0], [51, 102, 153]]
        var random = SplitMix(state: 3)
        let image = try SampleImage.image(width, height) { _, _ in
            let number = Int.random(in: 0...4, using: &random)
            return number < 4 ? colors[number] + [255] : [9, 9, 9, 0]
        }
        let drawn = try Self.sixel(image)
        #expect((drawn.width, drawn.height) == (width, height))
        for row in 0..<height {
            for column in 0..<width {
                let position = 4 * (row * width + column)
                let pixel = image.pixels[position..<position + 4].map { Int($0) }
                let shown = drawn.pixels[row][column]
                let wanted = pixel[3] == 0 ? nil : SIMD3(pixel[0], pixel[1], pixel[2]) &* 100 / 255
                #expect(shown == wanted, "\(column), \(row)")
            }
        }
    }

    @Test
    func `sixel draws many colours in few, and areas keep theirs`() throws {
        let image = try SampleImage.gradient(120, 90)
        let drawn = try Self.sixel(image)
        #expect(drawn.colors.count > 128 && drawn.colors.count <= 256)
        for top in stride(from: 0, to: 88, by: 8) {
            for left in stride(from: 0, to: 112, by: 8) {
                var (wanted, shown) = (SIMD3<Int>(), SIMD3<Int>())
                for row in top..<top + 8 {
                    for column in left..<left + 8 {
                        let position = 4 * (row * 120 + column)
                        for channel in 0..<3 {
                            wanted[channel] += Int(image.pixels[position + channel])
                        }
                        shown &+= try #require(drawn.pixels[row][column]) &* 255
                    }
                }
                let difference = wanted &- shown / 100
                for channel in 0..<3 { #expect(abs(difference[channel]) / 64 <= 5) }
            }
        }
    }

    @Test
    func `sixel draws any picture whole`() throws {
        for seed in Effort.seeds(4, of: 20) {
            let image = try SampleImage.noise(37, 29, seed: seed, transparent: true)
            let drawn = try Self.sixel(image)
            for position in 0..<37 * 29 {
                let isShown = drawn.pixels[position / 37][position % 37] != nil
                #expect(isShown == (image.pixels[4 * position + 3] == 255), "seed \(seed)")
            }
        }
        let nothing = try SampleImage.image(8, 8) { _, _ in [1, 2, 3, 0] }
        #expect(try Self.sixel(nothing).colors.isEmpty)
    }

    @Test
    func `without graphics two pixels share a character`() throws {
        let image = try SampleImage.image(3, 3) { column, row in
            (column, row) == (2, 0) || (column, row) == (1, 1)
                ? [0, 0, 0, 0] : [UInt8(column), UInt8(row), 7, 255]
        }
        let text = String(decoding: Self.terminal(.characters).drawing(of: image), as: UTF8.self)
        let escape = "\u{1B}["
        #expect(
            text == "\(escape)38;2;0;0;7;48;2;0;1;7m▀\(escape)38;2;1;0;7;49m▀"
                + "\(escape)38;2;2;1;7m▄\(escape)0m\r\n"
                + "\(escape)38;2;0;2;7m▀\(escape)38;2;1;2;7m▀\(escape)38;2;2;2;7m▀\(escape)0m\r\n"
        )
        // Smaller for fewer columns and rows.
        let small = Terminal(graphics: .characters, columns: 40, rows: 11)
        let lines = String(
            decoding: small.drawing(of: try SampleImage.gradient(400, 400)),
            as: UTF8.self
        ).split(separator: "\r\n")
        #expect(lines.count == 10)
        #expect(lines.allSatisfy { $0.count { $0 == "▀" } == 20 })
    }

    @Test
    func `what is no picture is none`() {
        #expect(RasterImage(width: 0, height: 1, pixels: []) == nil)
        #expect(RasterImage(width: 1, height: 1, pixels: [1, 2, 3]) == nil)
        #expect(RasterImage(width: .max, height: .max, pixels: []) == nil)
    }
}
