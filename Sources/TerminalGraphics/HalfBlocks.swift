/// Pictures made of characters, each with two pixels: one colour for the upper half of a cell, one for the lower.
enum HalfBlocks {
    private typealias Color = SIMD3<UInt8>

    /// Returns lines that show a picture, one pixel per column; the terminal needs 24-bit colours.
    static func lines(_ image: RasterImage) -> [UInt8] {
        var text: [UInt8] = []
        for row in stride(from: 0, to: image.height, by: 2) {
            var pen = Pen()
            for column in 0..<image.width {
                let upper = color(image, column, row)
                let lower = row + 1 < image.height ? color(image, column, row + 1) : nil
                switch (upper, lower) {
                case (nil, nil): text += pen.select(pen.foreground, nil) + " ".utf8
                case (nil, let lower): text += pen.select(lower, nil) + "▄".utf8
                case (let upper, let lower): text += pen.select(upper, lower) + "▀".utf8
                }
            }
            text += "\u{1B}[0m\r\n".utf8
        }
        return text
    }

    /// Returns the colour of a pixel; nil if it is more than half transparent.
    private static func color(_ image: RasterImage, _ column: Int, _ row: Int) -> Color? {
        let position = 4 * (row * image.width + column)
        guard image.pixels[position + 3] >= 128 else { return nil }
        return Color(
            image.pixels[position],
            image.pixels[position + 1],
            image.pixels[position + 2]
        )
    }

    /// The terminal's current colours, so that only changes are sent.
    private struct Pen {
        private(set) var foreground: Color?
        private var background: Color?

        mutating func select(_ newForeground: Color?, _ newBackground: Color?) -> [UInt8] {
            var codes: [String] = []
            if let color = newForeground, color != foreground { codes.append(Self.code(38, color)) }
            if newBackground != background {
                codes.append(newBackground.map { Self.code(48, $0) } ?? "49")
            }
            (foreground, background) = (newForeground, newBackground)
            return codes.isEmpty ? [] : Array("\u{1B}[\(codes.joined(separator: ";"))m".utf8)
        }

        private static func code(_ kind: Int, _ color: Color) -> String {
            "\(kind);2;\(color.x);\(color.y);\(color.z)"
        }
    }
}
