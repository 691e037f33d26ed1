extension Bombs {
    /// A JPEG file of so many pixels with all its bits in scans of nothing but zeros.
    private static func scans(_ width: Int, _ height: Int, _ count: Int) -> [UInt8] {
        func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0xFF, marker] + Sample.bigEndian(payload.count + 2, 2) + payload
        }
        let frame =
            [8] + Sample.bigEndian(height, 2) + Sample.bigEndian(width, 2) + [1, 1, 0x11, 0]
        let quantities = [0] + [UInt8](repeating: 1, count: 64)
        // One code of one bit, for "nothing".
        let codes: [UInt8] = [1] + zeros(15) + [0]
        // A run of 32,767 blocks without anything, fourteen bits of its length behind the code.
        let runs: [UInt8] = [1] + zeros(15) + [0xE0]
        let start =
            [0xFF, 0xD8] + segment(0xDB, quantities) + segment(0xC2, frame)
            + segment(0xC4, [0] + codes) + segment(0xC4, [0x10] + runs)
        let first = segment(0xDA, [1, 1, 0, 0, 0, 0]) + zeros(width * height / 64 / 8 + 16)
        let rest = segment(0xDA, [1, 1, 0, 1, 63, 0]) + zeros(600)
        return start + first + repeated(rest, count) + [0xFF, 0xD9]
    }

    private static func heif(_ brand: String, items: Int, _ width: Int, _ height: Int) -> [UInt8] {
        let kind = brand == "avif" ? "av01" : "hvc1"
        func item(_ id: Int, _ type: String) -> [UInt8] {
            Sample.box("infe", [2, 0, 0, 0] + Sample.bigEndian(id, 2) + [0, 0] + text(type) + [0])
        }
        let parts = (2..<items + 2)
        let infos = item(1, "grid") + parts.flatMap { item($0, kind) }
        let references =
            Sample.bigEndian(1, 2) + Sample.bigEndian(items, 2)
            + parts.flatMap { Sample.bigEndian($0, 2) }
        let side = Int(Double(items).squareRoot())
        let grid =
            [0, 1, UInt8(side - 1), UInt8(side - 1)] + Sample.bigEndian(width, 4)
            + Sample.bigEndian(height, 4)
        let places =
            [0, 1, 0, 1, 0, 0, 0, 1] + Sample.bigEndian(0, 4) + Sample.bigEndian(grid.count, 4)
            + parts.flatMap {
                Sample.bigEndian($0, 2) + [0, 1, 0, 0, 0, 1] + Sample.bigEndian(0, 4)
                    + Sample.bigEndian(1 << 16, 4)
            }
        let size = Sample.box(
            "ispe",
            zeros(4) + Sample.bigEndian(width, 4) + Sample.bigEndian(height, 4)
        )
        let tile = Sample.box(
            "ispe",
            zeros(4) + Sample.bigEndian(512, 4) + Sample.bigEndian(512, 4)
        )
        let associations =
            zeros(4) + Sample.bigEndian(items + 1, 4) + [0, 1, 1, 1]
            + parts.flatMap { Sample.bigEndian($0, 2) + [1, 2] }
        let boxes =
            Sample.box("hdlr", zeros(8) + text("pict") + zeros(13))
            + Sample.box("pitm", zeros(4) + [0, 1])
            + Sample.box("iinf", zeros(4) + Sample.bigEndian(items + 1, 2) + infos)
            + Sample.box("iref", zeros(4) + Sample.box("dimg", references))
            + Sample.box("iprp", Sample.box("ipco", size + tile) + Sample.box("ipma", associations))
            + Sample.box("idat", grid)
            + Sample.box("iloc", [1, 0, 0, 0, 0x44, 0] + Sample.bigEndian(items + 1, 2) + places)
        return Sample.box("ftyp", text(brand) + zeros(4) + text("mif1") + text(brand))
            + Sample.box("meta", zeros(4) + boxes)
    }

    /// A GIF file whose pictures are each as large as its screen and of one colour.
    private static func frames(_ count: Int, _ side: Int) -> [UInt8] {
        let size = Sample.little(side, 2) + Sample.little(side, 2)
        let picture: [UInt8] = [0x2C, 0, 0, 0, 0] + size + [0, 2, 2, 0x4C, 1, 0]
        let again: [UInt8] = text("!") + [0xF9, 4, 0, 1, 0, 0, 0]
        return text("GIF89a") + size + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + repeated(again + picture, count) + [0x3B]
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        Sample.bigEndian(data.count, 4) + text(type) + data + zeros(4)
    }

    private static func strips(_ width: Int, _ height: Int, _ rows: Int) -> [UInt8] {
        func entry(_ tag: Int, _ kind: Int, _ count: Int, _ value: Int) -> [UInt8] {
            Sample.bigEndian(tag, 2) + Sample.bigEndian(kind, 2) + Sample.bigEndian(count, 4)
                + (kind == 3 ? Sample.bigEndian(value, 2) + zeros(2) : Sample.bigEndian(value, 4))
        }
        let count = (height + rows - 1) / rows
        let entries =
            entry(0x100, 4, 1, width) + entry(0x101, 4, 1, height) + entry(0x102, 3, 1, 8)
            + entry(0x103, 3, 1, 8) + entry(0x106, 3, 1, 1) + entry(0x111, 4, count, 200)
            + entry(0x116, 4, 1, rows) + entry(0x117, 4, count, 200 + count * 4)
        let start =
            text("MM\0*") + Sample.bigEndian(8, 4) + Sample.bigEndian(entries.count / 12, 2)
            + entries + zeros(4)
        let places = repeated(Sample.bigEndian(200 + count * 8, 4), count)
        let packed = Deflate.packed([], [0], upTo: 1 << 20)
        return start + zeros(200 - start.count) + places
            + repeated(Sample.bigEndian(packed.count, 4), count) + packed
    }

    /// What costs nothing to read about, and much to decode.
    static let decoding: [Bomb] = [
        Bomb("scans.jpg") { scans(8_000, 8_000, 2_000) },
        Bomb("scans-of-much.jpg") { scans(20_000, 20_000, 500) },
        Bomb("tiles.heic") { heif("heic", items: 10_000, 51_200, 51_200) },
        Bomb("tiles.avif") { heif("avif", items: 10_000, 51_200, 51_200) },
        Bomb("tiles-of-little.heic") { heif("heic", items: 4_000, 32_000, 32_000) },
        Bomb("frames.gif") { frames(100_000, 1_000) },
        Bomb("frames-of-much.gif") { frames(1_000, 16_000) },
        Bomb("rows.png") {
            let size = Sample.bigEndian(16_000, 4) + Sample.bigEndian(16_000, 4)
            let packed = Deflate.packed([], [0], upTo: 16_000 * 16_001)
            return Array(Sample.png([]).prefix(8)) + chunk("IHDR", size + [8, 0, 0, 0, 0])
                + chunk("IDAT", packed) + chunk("IEND", [])
        },
        Bomb("strips.tif") { strips(16_000, 16_000, 1) },
        Bomb("strip.tif") { strips(60_000, 4_000, 4_000) },
        Bomb("profile.webp", size: 3 << 30) {
            let chunks = text("ICCP") + Sample.little(2 << 30, 4)
            return text("RIFF") + Sample.little((3 << 30) - 8, 4) + text("WEBPVP8X")
                + Sample.little(10, 4) + [0x20, 0, 0, 0, 3, 0, 0, 2, 0, 0] + chunks
        },
        Bomb("notes.webp", size: 3 << 30) {
            let chunks = text("EXIF") + Sample.little(2 << 30, 4)
            return text("RIFF") + Sample.little((3 << 30) - 8, 4) + text("WEBPVP8X")
                + Sample.little(10, 4) + [0x08, 0, 0, 0, 3, 0, 0, 2, 0, 0] + chunks
        },
        Bomb("profile.tif", size: 3 << 30) {
            let entries: [[Int]] = [
                [0x100, 4, 1, 40], [0x101, 4, 1, 30], [0x102, 4, 1, 8], [0x103, 4, 1, 1],
                [0x106, 4, 1, 1], [0x111, 4, 1, 200], [0x117, 4, 1, 1_200],
                [0x8773, 7, 2 << 30, 4_096],
            ]
            return text("MM\0*") + Sample.bigEndian(8, 4) + Sample.bigEndian(entries.count, 2)
                + entries.flatMap {
                    Sample.bigEndian($0[0], 2) + Sample.bigEndian($0[1], 2)
                        + Sample.bigEndian($0[2], 4) + Sample.bigEndian($0[3], 4)
                } + zeros(2_000)
        },
        Bomb("profiles.jpg") {
            let part = text("ICC_PROFILE\0") + [1, 255] + zeros(65_000)
            let parts = (1...255).map { number in
                let body = part[..<12] + [UInt8(number)] + part[13...]
                return [0xFF, 0xE2] + Sample.bigEndian(body.count + 2, 2) + body
            }
            return [0xFF, 0xD8] + parts.flatMap { $0 } + Sample.jpeg(400, 300).dropFirst(2)
        },
    ]
}
