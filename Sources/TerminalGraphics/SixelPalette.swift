/// A limited palette for a picture, chosen by median cut (Heckbert, "Color image quantization for frame buffer
/// display", 1982).
struct SixelPalette {
    typealias Color = SIMD3<Int32>

    /// The sum and the number of similar pixels.
    private struct Bin {
        var sum = Color()
        var count: Int32 = 0
        var mean: Color { (sum &+ count / 2) / count }
    }

    private(set) var colors: [Color]
    /// The nearest colour of each bin, as far as already requested.
    private var nearest = [Int16](repeating: -1, count: 1 << 15)

    /// Chooses colours for the visible pixels of a picture.
    init(_ image: RasterImage, most: Int = 256) {
        var bins = [Bin](repeating: Bin(), count: 1 << 15)
        for position in stride(from: 0, to: image.pixels.count, by: 4)
        where image.pixels[position + 3] >= 128 {
            let color = Self.color(image.pixels, position)
            let bin = Self.bin(color)
            // The sum would overflow with more pixels, and the mean hardly changes any more.
            guard bins[bin].count < 1 << 22 else { continue }
            bins[bin].sum &+= color
            bins[bin].count += 1
        }
        let found = bins.filter { $0.count > 0 }
        var seen = Set<Color>()
        colors = Self.cut(found, most).map(Self.shown).filter { seen.insert($0).inserted }
    }

    static func color(_ pixels: [UInt8], _ position: Int) -> Color {
        Color(Int32(pixels[position]), Int32(pixels[position + 1]), Int32(pixels[position + 2]))
    }

    /// Returns the index of the most similar colour in the palette.
    mutating func index(_ color: Color) -> Int {
        let bin = Self.bin(color)
        if nearest[bin] >= 0 { return Int(nearest[bin]) }
        var (best, least) = (0, Int32.max)
        for (index, candidate) in colors.enumerated() {
            let difference = candidate &- color
            let distance = (difference &* difference &* Color(2, 4, 3)).wrappedSum()
            if distance < least { (best, least) = (index, distance) }
        }
        nearest[bin] = Int16(best)
        return best
    }

    /// Returns a colour in hundredths, as sixel needs it.
    static func percent(_ color: Color) -> Color { (color &* 100 &+ 127) / 255 }

    private static func shown(_ color: Color) -> Color { (percent(color) &* 255 &+ 50) / 100 }

    private static func bin(_ color: Color) -> Int {
        Int(color.x >> 3) << 10 | Int(color.y >> 3) << 5 | Int(color.z >> 3)
    }

    /// Splits the widest box in two until there are enough boxes.
    private static func cut(_ bins: [Bin], _ most: Int) -> [Color] {
        guard !bins.isEmpty else { return [] }
        var boxes = [bins]
        while boxes.count < most {
            let widths = boxes.map { box in width(box) }
            guard let widest = boxes.indices.max(by: { widths[$0].weight < widths[$1].weight }),
                widths[widest].weight > 0
            else { break }
            let channel = widths[widest].channel
            let box = boxes[widest].sorted { $0.mean[channel] < $1.mean[channel] }
            let middle = middle(box)
            boxes[widest] = Array(box[..<middle])
            boxes.append(Array(box[middle...]))
        }
        return boxes.map { box in
            let sum = box.reduce(SIMD3<Int>()) { $0 &+ SIMD3<Int>(truncatingIfNeeded: $1.sum) }
            let count = box.reduce(0) { $0 + Int($1.count) }
            return Color(truncatingIfNeeded: (sum &+ count / 2) / count)
        }
    }

    private static func width(_ box: [Bin]) -> (weight: Int, channel: Int) {
        guard box.count > 1 else { return (0, 0) }
        var (low, high) = (box[0].mean, box[0].mean)
        for bin in box {
            low.replace(with: bin.mean, where: bin.mean .< low)
            high.replace(with: bin.mean, where: bin.mean .> high)
        }
        let width = high &- low
        let channel = (0..<3).max { width[$0] < width[$1] } ?? 0
        let count = box.reduce(0) { $0 + Int($1.count) }
        // Small differences are visible between many pixels, but a single pixel deserves a colour too.
        return (Int(width[channel]) * (count < 1 << 20 ? count : 1 << 20), channel)
    }

    /// Returns the position that splits the pixels in half, with at least one bin on both sides.
    private static func middle(_ box: [Bin]) -> Int {
        let half = box.reduce(0) { $0 + Int($1.count) } / 2
        var sum = 0
        for (index, bin) in box.enumerated() {
            sum += Int(bin.count)
            if sum >= half { return min(max(index + 1, 1), box.count - 1) }
        }
        return box.count / 2
    }
}
