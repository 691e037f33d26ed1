/// A white sheet to draw on.
struct Canvas {
    /// A part of a picture, in pixels of the picture.
    struct Part {
        var left: Int
        var top: Int
        var width: Int
        var height: Int
    }

    private static let (ink, frame): (UInt8, UInt8) = (0x30, 0xC0)
    private let width: Int
    /// The rows from the top, four bytes per pixel.
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int) {
        self.width = width
        pixels = [UInt8](repeating: 255, count: 4 * width * height)
    }

    /// Draws a part of a picture with rows of `sourceWidth` pixels; the sheet shows through transparent pixels.
    mutating func draw(
        _ source: [UInt8],
        _ sourceWidth: Int,
        _ part: Part,
        _ left: Int,
        _ top: Int
    ) {
        for row in 0..<part.height {
            var from = 4 * ((part.top + row) * sourceWidth + part.left)
            var to = 4 * ((top + row) * width + left)
            for _ in 0..<part.width {
                let alpha = Int(source[from + 3])
                for channel in 0..<3 {
                    let mixed = Int(source[from + channel]) * alpha + 255 * (255 - alpha)
                    pixels[to + channel] = UInt8((mixed + 127) / 255)
                }
                (from, to) = (from + 4, to + 4)
            }
        }
    }

    mutating func draw(_ text: String, _ left: Int, _ top: Int, scale: Int) {
        var left = left
        for character in text {
            for (row, bits) in BitmapFont.rows(character).enumerated() {
                for column in 0..<BitmapFont.width
                where bits >> UInt8(BitmapFont.width - 1 - column) & 1 == 1 {
                    fill(left + column * scale, top + row * scale, scale, scale, Self.ink)
                }
            }
            left += BitmapFont.advance * scale
        }
    }

    /// Draws the outline of a missing picture.
    mutating func drawFrame(_ left: Int, _ top: Int, _ width: Int, _ height: Int) {
        fill(left, top, width, 1, Self.frame)
        fill(left, top + height - 1, width, 1, Self.frame)
        fill(left, top, 1, height, Self.frame)
        fill(left + width - 1, top, 1, height, Self.frame)
    }

    private mutating func fill(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ gray: UInt8)
    {
        for row in top..<top + height {
            for column in left..<left + width {
                let position = 4 * (row * self.width + column)
                for channel in 0..<3 { pixels[position + channel] = gray }
            }
        }
    }
}
