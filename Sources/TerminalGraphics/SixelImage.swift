/// A picture reduced to a palette with error diffusion (Floyd and Steinberg, "An adaptive algorithm for spatial grey
/// scale", 1976).
struct SixelImage {
    private typealias Color = SixelPalette.Color

    let width: Int
    let height: Int
    let palette: [SixelPalette.Color]
    /// The index of each pixel's colour; -1 for transparent pixels.
    let indices: [Int16]

    init(_ image: RasterImage) {
        (width, height) = (image.width, image.height)
        var palette = SixelPalette(image)
        var indices = [Int16](repeating: -1, count: width * height)
        // The errors to add to the pixels of this row and the next, in sixteenths.
        var here = [Color](repeating: Color(), count: width + 2)
        var below = here
        for row in 0..<height {
            for step in 0..<width {
                // Alternates the direction of rows, so that errors do not drift.
                let forward = row % 2 == 0
                let column = forward ? step : width - 1 - step
                let position = row * width + column
                guard image.pixels[4 * position + 3] >= 128 else { continue }
                let wanted = SixelPalette.color(image.pixels, 4 * position) &+ here[column + 1] / 16
                let color = wanted.clamped(
                    lowerBound: Color(repeating: 0),
                    upperBound: Color(repeating: 255)
                )
                let index = palette.index(color)
                indices[position] = Int16(index)
                let error = color &- palette.colors[index]
                let ahead = forward ? 1 : -1
                here[column + 1 + ahead] &+= error &* 7
                below[column + 1 - ahead] &+= error &* 3
                below[column + 1] &+= error &* 5
                below[column + 1 + ahead] &+= error
            }
            here = below
            for column in below.indices { below[column] = Color() }
        }
        (self.palette, self.indices) = (palette.colors, indices)
    }
}
