extension Bombs {
    private static func png(_ type: String, _ data: [UInt8], _ count: Int) -> [UInt8] {
        Sample.png(.init(repeating: (type, data), count: count))
    }

    /// Texts of PNG files, and what is packed in them.
    static let chunks: [Bomb] = [
        Bomb("chunks.png") { png("tIME", [], 1_000_000) },
        Bomb("headers.png") { png("IHDR", zeros(13), 100_000) },
        Bomb("packed.png") {
            let packed = Deflate.packed([], [0], upTo: 1 << 20)
            return png("zTXt", text("Comment\0\0") + packed, 1_000)
        },
        Bomb("packed-profiles.png") {
            let packed = Deflate.packed(text("\nexif\n  9\n"), text("00"), upTo: 1 << 20)
            return png("zTXt", text("Raw profile type exif\0\0") + packed, 1_000)
        },
        Bomb("packed-records.png") {
            let packed = Deflate.packed(text("\niptc\n  9\n"), text("1c02"), upTo: 1 << 20)
            return png("zTXt", text("Raw profile type iptc\0\0") + packed, 200)
        },
        Bomb("packed-elements.png") {
            let packed = Deflate.packed(text("<x>"), text("<a/>"), upTo: 1 << 20)
            return png("iTXt", text("XML:com.adobe.xmp\0\u{1}\0\0\0") + packed, 100)
        },
        Bomb("packed-lines.png") {
            let packed = Deflate.packed(text("<x>"), text("\n"), upTo: 1 << 20)
            return png("iTXt", text("XML:com.adobe.xmp\0\u{1}\0\0\0") + packed, 100)
        },
        Bomb("little-packed.png") {
            let packed = Deflate.packed([], [0], upTo: 4_000)
            return png("zTXt", text("Comment\0\0") + packed, 4_000)
        },
        Bomb("colours.png") {
            png("iCCP", text("x\0\0") + Deflate.packed([], [0], upTo: 8 << 20), 20)
        },
        Bomb("texts.png") { png("tEXt", text("Software\0") + repeated([0x20], 1_000_000), 16) },
        Bomb("profiles.png") {
            let profile = text("Raw profile type xmp\0\nxmp\n  9\n") + repeated([0x33], 1_000_000)
            return png("tEXt", profile, 16)
        },
        Bomb("exif.png") { png("eXIf", text("MM\0*") + zeros(100), 60_000) },
        Bomb("sizes.png") {
            Array(png("tEXt", [], 1).prefix(33)) + [0xFF, 0xFF, 0xFF, 0xFF] + text("zTXt")
        },
        Bomb("holes.png", size: 1 << 40) { Array(png("tEXt", [], 1).prefix(33)) },
    ]

    /// Blocks one after another.
    static let blocks: [Bomb] = [
        Bomb("extensions.gif") { gif(repeated([0x21, 0xF9, 0], 2_000_000)) },
        Bomb("picture.gif") {
            gif([0x2C, 0, 0, 0, 0, 4, 0, 3, 0, 0, 2] + repeated([1, 0x61], 2_000_000))
        },
        Bomb("comment.gif") { gif([0x21, 0xFE] + repeated([1, 0x61], 2_000_000)) },
        Bomb("chunks.webp") { webp(repeated(text("ABCD") + zeros(4), 1_000_000)) },
        Bomb("packet.webp") {
            let packet = text("<x>") + repeated(text("<a/>"), 260_000)
            return webp(text("XMP ") + little(packet.count) + packet)
        },
        Bomb("exif.webp") { webp(repeated(text("EXIF") + little(4) + zeros(4), 200_000)) },
        Bomb("sizes.webp") { webp(text("XMP ") + [0xFF, 0xFF, 0xFF, 0xFF]) },
        Bomb("holes.webp", size: 1 << 40) { webp([]) },
        Bomb("sizes.bmp") { text("BM") + zeros(12) + little(40) + repeated([0xFF], 200) },
        Bomb("fill.raf") {
            raf(picture: 200, list: 100) + repeated([0xFF], 2 << 20)
        },
        Bomb("list.raf") {
            raf(picture: 200, list: 100) + Sample.jpeg(40, 30)
        },
    ]

    private static func gif(_ blocks: [UInt8]) -> [UInt8] {
        text("GIF89a") + [4, 0, 3, 0, 0, 0, 0] + blocks
    }

    private static func webp(_ chunks: [UInt8]) -> [UInt8] {
        text("RIFF") + little(chunks.count + 22) + text("WEBPVP8X") + little(10)
            + [0, 0, 0, 0, 3, 0, 0, 2, 0, 0] + chunks
    }

    private static func raf(picture: Int, list: Int) -> [UInt8] {
        var bytes = text("FUJIFILMCCD-RAW ") + zeros(68) + Sample.bigEndian(picture, 4) + zeros(4)
        bytes += Sample.bigEndian(list, 4) + zeros(4) + Sample.bigEndian(256, 4) + zeros(96)
        return Array(bytes.prefix(200)) + (picture == 200 ? [0xFF, 0xD8] : [])
    }
}
