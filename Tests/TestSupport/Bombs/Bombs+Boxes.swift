extension Bombs {
    private static func start(_ brand: String) -> [UInt8] {
        Sample.box("ftyp", text(brand) + zeros(4))
    }

    private static func meta(_ boxes: [UInt8]) -> [UInt8] {
        start("heic") + Sample.box("meta", zeros(4) + boxes)
    }

    /// Item locations of a version with these four sizes.
    private static func locations(_ version: UInt8, _ sizes: Int, _ items: [UInt8]) -> [UInt8] {
        let count = version < 2 ? Sample.bigEndian(65_535, 2) : Sample.bigEndian(0xFFFF_FFFF, 4)
        return Sample.box("iloc", [version, 0, 0, 0] + Sample.bigEndian(sizes, 2) + count + items)
    }

    /// The tables of pictures in boxes.
    static let items: [Bomb] = [
        Bomb("no-sizes.heic") {
            meta(locations(0, 0, repeated([0, 1, 0, 0, 0xFF, 0xFF], 65_535)))
        },
        Bomb("no-sizes.avif") {
            start("avif")
                + Sample.box(
                    "meta",
                    zeros(4)
                        + repeated(
                            locations(
                                2,
                                0,
                                repeated([0, 0, 0, 1, 0, 0, 0, 0, 0xFF, 0xFF], 20_000)
                            ),
                            4
                        )
                )
        },
        Bomb("locations.heic") {
            meta(repeated(locations(1, 0, [0, 1, 0, 0, 0, 0, 0xFF, 0xFF]), 40_000))
        },
        Bomb("items.heic") {
            let item = Sample.box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + text("Exif"))
            return meta(repeated(Sample.box("iinf", zeros(6) + repeated(item, 4_000)), 40))
        },
        Bomb("references.heic") {
            let reference = Sample.box("cdsc", [0, 1, 0xFF, 0xFF, 0, 1])
            return meta(repeated(Sample.box("iref", zeros(4) + repeated(reference, 4_000)), 40))
        },
        Bomb("groups.heic") {
            let group = Sample.box("ster", zeros(8) + Sample.bigEndian(0xFFFF_FFFF, 4))
            return meta(repeated(Sample.box("grpl", repeated(group, 4_000)), 40))
        },
        Bomb("associations.heic") {
            let list =
                zeros(4) + Sample.bigEndian(0xFFFF_FFFF, 4)
                + [0, 1, 255] + repeated([1], 255)
            let turns = Sample.box("ipco", Sample.box("irot", zeros(60_000)))
            return meta(Sample.box("iprp", turns + repeated(Sample.box("ipma", list), 4_000)))
        },
        Bomb("long-associations.heic") {
            let list =
                [0, 0, 0, 0] + Sample.bigEndian(0xFFFF_FFFF, 4) + repeated([0, 2, 0], 300_000)
            return meta(
                Sample.box("iprp", Sample.box("ipco", []) + repeated(Sample.box("ipma", list), 12))
            )
        },
        Bomb("auxiliaries.heic") {
            let auxiliary = Sample.box("auxC", zeros(4) + repeated([0x61], 4_000))
            return meta(Sample.box("iprp", Sample.box("ipco", repeated(auxiliary, 2_000))))
        },
        Bomb("nested.heic") { nested(10_000, "meta") },
        Bomb("empty-boxes.heic") { meta(repeated(Sample.box("free", []), 1_000_000)) },
        Bomb("metas.heic") { start("heic") + repeated(Sample.box("meta", zeros(4)), 500_000) },
        Bomb("motion.heic") {
            let film = Sample.box("mpvd", repeated(Sample.box("moov", []), 500_000))
            return meta([]) + film
        },
        Bomb("canon.cr3") {
            let directory =
                text("MM\0*") + Sample.bigEndian(8, 4) + [0x0F, 0xA0]
                + repeated([0x01, 0x0F, 0, 2, 0, 0, 0xF0, 0, 0, 0, 0, 0], 4_000)
            let blocks = repeated(Sample.box("CMT2", directory + zeros(16_000)), 60)
            let canon: [UInt8] = [
                0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B,
                0x6A, 0x48,
            ]
            return start("crx ") + Sample.box("moov", Sample.box("uuid", canon + blocks))
        },
        Bomb("holes.heic", size: 1 << 40) { start("heic") + Sample.bigEndian(0, 4) + text("meta") },
    ]

    private static let pixels = Sample.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])

    /// Boxes of sizes that go nowhere.
    static let boxes: [Bomb] = [
        Bomb("boxes.jxl") { pixels + repeated(Sample.box("free", []), 1_000_000) },
        Bomb("headers.jxl") {
            pixels + repeated(Sample.box("jxlp", zeros(4) + [0xFF, 0x0A]), 100_000)
        },
        Bomb("packet.jxl") {
            pixels + Sample.box("jxlc", [0xFF, 0x0A, 0x4A, 0x1F, 2, 0x10, 8])
                + Sample.box("xml ", text("<x>") + repeated(text("<a/>"), 260_000))
        },
        Bomb("packed.jxl") {
            pixels + repeated(Sample.box("brob", text("xml ") + zeros(100)), 50_000)
        },
        Bomb("long-sizes.mp4") {
            start("mp42")
                + repeated([0, 0, 0, 1] + text("free") + Sample.bigEndian(16, 8), 500_000)
        },
        Bomb("huge-sizes.mov") {
            start("qt  ") + repeated([0, 0, 0, 1] + text("mdat") + Sample.bigEndian(1 << 59, 8), 4)
        },
        Bomb("endless.mov") { start("qt  ") + repeated(zeros(4) + text("moov"), 500_000) },
        Bomb("nested.mov") { nested(10_000, "moov") },
    ]

    /// A box in a box, and so on; each is counted up to its end.
    private static func nested(_ depth: Int, _ type: String) -> [UInt8] {
        start(type == "meta" ? "heic" : "qt  ")
            + (0..<depth).flatMap { Sample.bigEndian((depth - $0) * 8, 4) + text(type) }
    }
}
