extension Bombs {
    /// What goes wrong between the markers of a JPEG file.
    static let segments: [Bomb] = [
        Bomb("fill.jpg") { [0xFF, 0xD8] + repeated([0xFF], 4 << 20) },
        Bomb("markers.jpg") { [0xFF, 0xD8] + repeated([0xFF, 0xD0], 2 << 20) },
        Bomb("segments.jpg") { [0xFF, 0xD8] + repeated([0xFF, 0xEF, 0, 2], 1_000_000) },
        Bomb("segments-and-frame.jpg") {
            Sample.jpeg(40, 30, segments: .init(repeating: (0xEF, [1]), count: 100_000))
        },
        Bomb("comments.jpg") {
            Sample.jpeg(40, 30, segments: .init(repeating: (0xFE, zeros(60_000)), count: 200))
        },
        Bomb("frames.jpg") {
            [0xFF, 0xD8] + repeated([0xFF, 0xC0, 0, 9, 8, 0, 0, 0, 0, 1, 1], 500_000)
        },
        Bomb("exif-headers.jpg") {
            Sample.jpeg(
                40,
                30,
                segments: .init(repeating: (0xE1, text("Exif\0\0")), count: 100_000)
            )
        },
        Bomb("extended-names.jpg") {
            let head = text("http://ns.adobe.com/xmp/extension/\0")
            return Sample.jpeg(
                40,
                30,
                segments: (0..<60_000).map { number in
                    (
                        0xE1,
                        head + text("\(10_000_000 + number)" + "0123456789ABCDEF01234567")
                            + zeros(8)
                    )
                }
            )
        },
        Bomb("extended-elements.jpg") { extended(repeated(text("<a/>"), 1 << 20)) },
        Bomb("extended-depth.jpg") { extended(repeated(text("<a>"), 1 << 20)) },
        Bomb("pictures-of-pictures.jpg") { pictures(pictures(pictures([]))) },
        Bomb("pictures-with-packets.jpg") {
            let storm = text("http://ns.adobe.com/xap/1.0/\0<x>") + repeated(text("<a/>"), 16_000)
            let other = Sample.jpeg(4, 3, segments: [(0xE1, storm)])
            return pictures(other)
        },
        Bomb("pictures-of-fill.jpg") { pictures(repeated([0xFF], 2 << 20)) },
        Bomb("resources.jpg") {
            let block = text("Photoshop 3.0\0") + repeated(text("8BIM") + zeros(8), 5_000)
            return Sample.jpeg(40, 30, segments: .init(repeating: (0xED, block), count: 100))
        },
        Bomb("records.jpg") {
            let records = repeated([0x1C, 2, 0x37, 0, 0], 12_000)
            let block =
                text("Photoshop 3.0\0") + text("8BIM") + [4, 4, 0, 0]
                + Sample.bigEndian(records.count, 4) + records
            return Sample.jpeg(40, 30, segments: [(0xED, block)])
        },
        Bomb("trailer.jpg") { trailer(repeated(Sample.box("ftyp", []), 4_096)) },
        Bomb("trailer-of-itself.jpg") { trailer([]) },
        Bomb("motion.jpg") {
            let note = ["GCamera:MicroVideo": "1", "GCamera:MicroVideoOffset": "8000000"]
            return Sample.jpeg(xmp: note) + repeated(Sample.box("free", []), 1_000_000)
        },
        Bomb("motion-items.jpg") {
            let item =
                "<rdf:li Item:Semantic='MotionPhoto' Item:Length='\(1 << 39)' Item:Padding='9'/>"
            let inner = String(repeating: item, count: 700)
            return Sample.jpeg(xmp: ["GCamera:MotionPhoto": "1"], inner: inner)
        },
        Bomb("holes.jpg", size: 1 << 40) {
            Sample.jpeg(40, 30, segments: [(0xE1, Sample.exifBlock(customRendered: 6))])
        },
    ]

    /// A photo whose packet is continued in pieces.
    private static func extended(_ whole: [UInt8]) -> [UInt8] {
        let name = "0123456789ABCDEF0123456789ABCDEF"
        let note = "xmlns:xmpNote='http://ns.adobe.com/xmp/note/' xmpNote:HasExtendedXMP"
        let head = text("http://ns.adobe.com/xmp/extension/\0" + name)
        let all = text("<x>") + whole
        let pieces = stride(from: 0, to: min(all.count, 4 << 20), by: 60_000).map { start in
            let numbers = Sample.bigEndian(all.count, 4) + Sample.bigEndian(start, 4)
            return (UInt8(0xE1), head + numbers + all[start..<min(start + 60_000, all.count)])
        }
        return Sample.jpeg(40, 30, segments: [(0xE1, Sample.xmp([note: name]))] + pieces)
    }

    /// A photo whose index has sixteen further pictures, all of them the same.
    private static func pictures(_ other: [UInt8]) -> [UInt8] {
        func photo(_ place: Int) -> [UInt8] {
            let entries = repeated(zeros(8) + Sample.bigEndian(place, 4) + zeros(4), 16)
            let index =
                text("MPF\0MM\0*") + Sample.bigEndian(8, 4) + [0, 1, 0xB0, 2, 0, 7]
                + Sample.bigEndian(entries.count, 4) + Sample.bigEndian(26, 4) + zeros(4) + entries
            return Sample.jpeg(40, 30, segments: [(0xE2, index)])
        }
        // Places count from behind the index's name.
        return photo(photo(0).count - 10) + other
    }

    /// A photo with Samsung's list of blocks, all of them the same film.
    private static func trailer(_ film: [UInt8]) -> [UInt8] {
        let count = 256
        let block = [0, 0, 0x30, 0x0A, 4, 0, 0, 0] + text("film") + film
        var list = text("SEFH") + little(107) + little(count)
        for _ in 0..<count {
            list += [0, 0, 0x30, 0x0A] + little(block.count) + little(block.count)
        }
        return Sample.jpeg(xmp: ["GCamera:MotionPhoto": "1"]) + block + list + little(list.count)
            + text("SEFT")
    }

    static func little(_ value: Int) -> [UInt8] { Sample.bigEndian(value, 4).reversed() }
}
