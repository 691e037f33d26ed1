internal import ImagingService
internal import MediaMetadata

/// The pixels of an uncompressed BMP file (Windows' DIB), which libvips cannot read by itself.
struct BitmapReader {
    let width: Int
    let height: Int

    private let file: FileBytes
    private let bits: Int
    private let start: Int
    private let isTopDown: Bool
    /// The colours; for wider pixels, the bits of red, green, blue and alpha.
    private var palette: [[UInt8]] = []
    private var masks: [UInt32]

    /// No existing BMP file is likely to have more.
    private static let mostPixels = 1 << 26

    init(_ file: FileBytes) throws(RenditionFailure) {
        let head = file.head
        guard let start = head.le32(10), let size = head.le32(14), size >= 12,
            let bits = head.le16(size == 12 ? 24 : 28),
            let wide = size == 12 ? head.le16(18) : head.le32(18),
            let high = size == 12 ? head.le16(20) : head.le32(22)
        else { throw Self.damage }
        let rows = size == 12 ? high : Int(Int32(truncatingIfNeeded: high))
        let compression = size == 12 ? 0 : head.le32(30) ?? 0
        guard [0, 3].contains(compression), [1, 4, 8, 16, 24, 32].contains(bits) else {
            throw RenditionFailure("compressed BMP files are not decoded")
        }
        guard wide > 0, rows != 0, wide <= 1 << 20, rows.magnitude <= 1 << 20 else {
            throw Self.damage
        }
        (self.file, self.start, self.bits) = (file, start, bits)
        (width, height, isTopDown) = (wide, Int(rows.magnitude), rows < 0)
        guard width * height <= Self.mostPixels else { throw .tooManyPixels(width, height) }
        masks = bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
        if compression == 3 {
            masks = (0..<4).map { index in
                index < 3 || size >= 56 ? UInt32(head.le32(54 + index * 4) ?? 0) : 0
            }
        }
        if bits <= 8 { readPalette(at: 14 + size, of: size == 12 ? 3 : 4, head) }
    }

    private mutating func readPalette(at place: Int, of width: Int, _ head: Bytes) {
        palette = (0..<1 << bits).map { index in
            let at = place + index * width
            guard at + 3 <= start, let blue = head.u8(at), let green = head.u8(at + 1),
                let red = head.u8(at + 2)
            else { return [0, 0, 0, 255] }
            return [red, green, blue, 255]
        }
    }

    /// Writes the pixels from the top row, four bytes each.
    func read(into pixels: UnsafeMutableRawBufferPointer) throws(RenditionFailure) {
        let stride = (width * bits + 31) / 32 * 4
        for row in 0..<height {
            let line = isTopDown ? row : height - 1 - row
            let isThere: Bool? = file.withBytes(at: start + line * stride, count: stride) { bytes in
                for column in 0..<width {
                    let colour = colour(bytes, column)
                    let at = (row * width + column) * 4
                    for index in 0..<4 { unsafe pixels[at + index] = colour[index] }
                }
                return true
            }
            guard isThere == true else { throw Self.damage }
        }
    }

    private func colour(_ bytes: Bytes, _ column: Int) -> [UInt8] {
        switch bits {
        case 24:
            let at = column * 3
            return [bytes.u8(at + 2) ?? 0, bytes.u8(at + 1) ?? 0, bytes.u8(at) ?? 0, 255]
        case 16: return parts(UInt32(bytes.le16(column * 2) ?? 0))
        case 32: return parts(UInt32(bytes.le32(column * 4) ?? 0))
        default:
            let shift = 8 - bits - column * bits % 8
            let byte = Int(bytes.u8(column * bits / 8) ?? 0)
            return palette[byte >> shift & (1 << bits - 1)]
        }
    }

    private func parts(_ pixel: UInt32) -> [UInt8] {
        masks.enumerated().map { index, mask in
            guard mask != 0 else { return index == 3 ? 255 : 0 }
            let shift = UInt32(mask.trailingZeroBitCount)
            return UInt8(UInt64(pixel & mask) >> shift * 255 / UInt64(mask >> shift))
        }
    }

    private static let damage = RenditionFailure("the BMP file is damaged or cut off")
}
