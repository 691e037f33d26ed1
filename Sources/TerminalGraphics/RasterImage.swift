/// A picture to draw on a terminal.
package struct RasterImage: Equatable, Sendable {
    package let width: Int
    package let height: Int
    /// The rows from the top, four bytes per pixel: red, green, blue, alpha, in sRGB, not premultiplied.
    package let pixels: [UInt8]
    /// The same picture as a PNG file, for terminals that accept PNG.
    package var png: [UInt8]?

    /// Creates a picture; nil unless the number of pixels matches `width` and `height`.
    package init?(width: Int, height: Int, pixels: [UInt8], png: [UInt8]? = nil) {
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16,
            pixels.count == 4 * width * height
        else { return nil }
        (self.width, self.height, self.pixels, self.png) = (width, height, pixels, png)
    }

    private init(width: Int, height: Int, _ pixels: [UInt8]) {
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// Returns the picture reduced to fit a size, with averaged pixels; never enlarges it.
    package func fitting(width mostWidth: Int, height mostHeight: Int) -> RasterImage {
        let scale = min(
            1,
            Double(max(mostWidth, 1)) / Double(width),
            Double(max(mostHeight, 1)) / Double(height)
        )
        guard scale < 1 else { return self }
        let newWidth = max(1, Int((Double(width) * scale).rounded()))
        let newHeight = max(1, Int((Double(height) * scale).rounded()))
        var scaled = [UInt8](repeating: 0, count: 4 * newWidth * newHeight)
        for row in 0..<newHeight {
            let rows = Self.part(row, newHeight, of: height)
            for column in 0..<newWidth {
                let mean = mean(Self.part(column, newWidth, of: width), rows)
                let position = 4 * (row * newWidth + column)
                for channel in 0..<4 { scaled[position + channel] = mean[channel] }
            }
        }
        return RasterImage(width: newWidth, height: newHeight, scaled)
    }

    private static func part(_ index: Int, _ count: Int, of length: Int) -> Range<Int> {
        let start = index * length / count
        return start..<max(start + 1, (index + 1) * length / count)
    }

    /// Weights each colour by its opacity, so that transparent pixels do not count.
    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> SIMD4<UInt8> {
        var sum = SIMD4<Int>()
        for row in rows {
            for column in columns {
                let position = 4 * (row * width + column)
                let alpha = Int(pixels[position + 3])
                for channel in 0..<3 { sum[channel] += Int(pixels[position + channel]) * alpha }
                sum[3] += alpha
            }
        }
        let count = columns.count * rows.count
        guard sum[3] > 0 else { return SIMD4<UInt8>() }
        var mean = SIMD4<UInt8>()
        for channel in 0..<3 { mean[channel] = UInt8((sum[channel] + sum[3] / 2) / sum[3]) }
        mean[3] = UInt8((sum[3] + count / 2) / count)
        return mean
    }
}
