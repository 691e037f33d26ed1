extension Bombs {
    private static let header = text("MM\0*") + Sample.bigEndian(8, 4)

    private static func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
        Sample.bigEndian(tag, 2) + Sample.bigEndian(type, 2) + Sample.bigEndian(count, 4)
            + Sample.bigEndian(value, 4)
    }

    private static func directory(_ entries: [UInt8], next: Int = 0) -> [UInt8] {
        Sample.bigEndian(entries.count / 12, 2) + entries + Sample.bigEndian(next, 4)
    }

    /// A picture of 40 by 30 with more entries.
    private static func picture(_ entries: [UInt8], next: Int = 0) -> [UInt8] {
        directory(entry(0x100, 4, 1, 40) + entry(0x101, 4, 1, 30) + entries, next: next)
    }

    private static func photo(_ block: [UInt8]) -> [UInt8] {
        Sample.jpeg(40, 30, segments: [(0xE1, text("Exif\0\0") + block.prefix(65_000))])
    }

    /// What libexif is handed.
    static let exif: [Bomb] = [
        Bomb("exif-chain.jpg") { photo(header + directory(entry(0x10F, 2, 4, 0), next: 8)) },
        Bomb("exif-pointers.jpg") {
            let pointers = (0..<5_000).map { entry(0x8769, 4, 1, 8 + $0 * 2) }
            return photo(header + directory(pointers.flatMap { $0 }))
        },
        Bomb("exif-pointer-kinds.jpg") {
            let kinds = [0x8769, 0x8825, 0xA005, 0x014A]
            let pointers = (0..<5_000).map { entry(kinds[$0 % 4], 4, 1, 8 + $0 % 1_000 * 12) }
            return photo(header + directory(pointers.flatMap { $0 }, next: 20))
        },
        Bomb("exif-values.jpg") {
            let values = (0..<5_000).map { entry($0 + 0x5000, 2, 60_000, 8) }
            return photo(header + directory(values.flatMap { $0 }))
        },
        Bomb("exif-tags.jpg") {
            let values = (0..<5_400).map { entry($0 * 11 & 0xFFFF, 3, 1, $0) }
            return photo(header + directory(values.flatMap { $0 }))
        },
        Bomb("exif-sizes.jpg") {
            let values = (0..<5_000).map { entry($0, 5, 0x2000_0001, 8) }
            return photo(header + directory(values.flatMap { $0 }))
        },
        Bomb("exif-thumbnail.jpg") {
            let thumbnail = entry(0x201, 4, 1, 0xFFFF_FFF0) + entry(0x202, 4, 1, 0xFFFF_FFFF)
            return photo(header + directory([], next: 14) + directory(thumbnail, next: 14))
        },
        note("note-apple.jpg", "Apple", "Apple iOS\0\0\u{1}MM", 512),
        note("note-canon.jpg", "Canon", "", 4_900),
        note("note-nikon.jpg", "NIKON", "Nikon\0\u{2}\u{10}\0\0MM\0*\0\0\0\u{8}", 4_900),
        note("note-olympus.jpg", "OLYMPUS", "OLYMP\0\u{1}\0", 4_900),
        note("note-pentax.jpg", "PENTAX", "AOC\0MM", 4_900),
        note("note-fuji.jpg", "FUJIFILM", "FUJIFILM\u{C}\0\0\0", 4_900),
    ]

    /// A maker's note whose entries are all of the same long text.
    private static func note(_ name: String, _ make: String, _ start: String, _ count: Int) -> Bomb
    {
        Bomb(name) {
            let entries = (0..<count).map {
                entry([0x11, 0xB][$0 % 2] + $0 / 2 * 3, 2, 60_000, 26)
            }
            let note = text(start) + directory(entries.flatMap { $0 })
            let make = text(make) + [0]
            let place = 8 + 30 + 18
            let zero = directory(
                entry(0x10F, 2, make.count, place + note.count) + entry(0x8769, 4, 1, 38)
            )
            let photo = directory(entry(0x927C, 7, note.count, place))
            return Self.photo(header + zero + photo + note + make)
        }
    }

    /// What RAW files have and libexif does not see.
    static let directories: [Bomb] = [
        Bomb("cycle.tif") { header + picture([], next: 8) },
        Bomb("cycle-of-children.dng") {
            header + picture(repeated(entry(0x14A, 4, 1, 8), 64), next: 8)
        },
        Bomb("pointers.dng") { pointers([0x8769, 0x8825]) },
        Bomb("children.nef") { pointers([0x14A]) },
        Bomb("notes.arw") {
            let make = text("SONY\0")
            let notes = (0..<4_000).map { entry(0x927C, 7, 60_000, 200 + $0 * 12) }
            let zero = picture(entry(0x8769, 4, 1, 100) + entry(0x10F, 2, 5, 90))
            let start = header + zero
            return start + zeros(90 - start.count) + make + zeros(5)
                + directory(notes.flatMap { $0 }) + zeros(70_000)
        },
        Bomb("texts.tif") { values(0x10F, 65_536) },
        Bomb("notes.tif") { values(0x927C, 65_536, text("Apple iOS\0\0\u{1}MM\u{2}")) },
        Bomb("values.cr2") { values(0x111, 65_536) },
        Bomb("sizes.tif") { values(0x10F, 1 << 24) },
        Bomb("entries.tif") {
            header + [0xFF, 0xFF] + repeated(entry(0x10F, 2, 4, 0), 65_535) + zeros(4)
        },
        Bomb("chain.tif") {
            header + (1...4_000).flatMap { picture([], next: 8 + $0 * 30) }
        },
        Bomb("far.tif", size: 1 << 40) {
            text("MM\0*") + Sample.bigEndian(8, 4)
                + picture(
                    (0..<4_000).flatMap { entry(0x8769, 4, 1, 0xF000_0000 + $0 * 65_536) }
                )
        },
        Bomb("far-values.dng", size: 1 << 40) {
            header
                + picture((0..<4_000).flatMap { entry(0x10F, 2, 65_536, 0x1000_0000 + $0 << 16) })
        },
        Bomb("packets.tif") { values(0x2BC, 65_536, text("<x>") + repeated(text("<a/>"), 17_000)) },
    ]

    /// A picture with thousands of pointers into each other.
    private static func pointers(_ tags: [Int]) -> [UInt8] {
        let entries = (0..<4_000).map { entry(tags[$0 % tags.count], 4, 1, 60_000 + $0 * 26) }
        // Each place is a directory of 4,096 entries, two bytes on from the pointers of another.
        let inner = repeated(
            [0x10, 0] + entry(tags[0], 4, 1, 60_000) + entry(0x10F, 2, 4, 0),
            4_200
        )
        let start = header + picture(entries.flatMap { $0 })
        return start + zeros(60_000 - start.count) + inner
    }

    /// Sixteen pictures of thousands of entries of the same long value.
    private static func values(_ tag: Int, _ count: Int, _ value: [UInt8] = []) -> [UInt8] {
        let entries = repeated(entry(tag, 2, count, 8 + 16 * 48_030), 4_000)
        let pictures = (1...16).flatMap { picture(entries, next: 8 + $0 * 48_030) }
        return header + pictures + value + repeated([0x61], 70_000 - value.count % 70_000)
    }
}
