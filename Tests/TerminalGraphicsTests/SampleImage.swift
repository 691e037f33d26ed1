import TerminalGraphics
import TestSupport

enum SampleImage {
    /// A picture of chance, some of it transparent.
    static func noise(_ width: Int, _ height: Int, seed: UInt64, transparent: Bool = false)
        throws -> RasterImage
    {
        var random = SplitMix(state: seed)
        return try image(width, height) { _, _ in
            let bits = random.next()
            let alpha: UInt8 = transparent && bits >> 40 & 3 == 0 ? 0 : 255
            return [UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255), alpha]
        }
    }

    /// Colours that go into each other.
    static func gradient(_ width: Int, _ height: Int) throws -> RasterImage {
        try image(width, height) { column, row in
            [
                UInt8(column * 255 / max(width - 1, 1)), UInt8(row * 255 / max(height - 1, 1)),
                UInt8((column + row) * 255 / max(width + height - 2, 1)), 255,
            ]
        }
    }

    static func image(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) throws
        -> RasterImage
    {
        var pixels: [UInt8] = []
        for row in 0..<height { for column in 0..<width { pixels += pixel(column, row) } }
        guard let image = RasterImage(width: width, height: height, pixels: pixels) else {
            throw NoImage()
        }
        return image
    }

    struct NoImage: Error {}
}
