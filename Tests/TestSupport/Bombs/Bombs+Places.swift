extension Bombs {
    /// Places and dates in the ways of one maker each.
    static let places: [Bomb] = [
        Bomb("coordinates.tif") { coordinates(Array("1 2/3 4.5.6 ".utf8)) },
        Bomb("coordinates.dng") { coordinates([0x31]) },
        Bomb("days.tif") { coordinates(Array("2023:07:01 ".utf8), tag: 0x1D) },
        Bomb("heaps.crw") {
            let entry = Sample.little(0x300B, 2) + Sample.little(4, 4) + Sample.little(0, 4)
            return heap(repeated(entry, 65_535))
        },
        Bomb("heap-in-itself.crw") {
            let entry = Sample.little(0x300B, 2) + Sample.little(655_000, 4) + Sample.little(0, 4)
            return heap(repeated(entry, 65_535))
        },
        Bomb("cameras.crw") {
            let entry = Sample.little(0x080A, 2) + Sample.little(256, 4) + Sample.little(0, 4)
            return heap(repeated(entry, 65_535))
        },
        Bomb("holes.crw", size: 1 << 40) { Array(Sample.canonHeap().prefix(26)) },
        Bomb("directories.rw2") {
            let entry = Sample.little(0x8769, 2) + Sample.little(4, 2) + Sample.little(1, 4)
            let pointers = (0..<4_000).flatMap { entry + Sample.little(8 + $0 * 12, 4) }
            return text("IIU\0") + Sample.little(8, 4) + Sample.little(4_000, 2) + pointers
        },
        Bomb("fill.rw2") {
            Sample.panasonic(jpeg: [0xFF, 0xD8] + repeated([0xFF], 1 << 20))
        },
        Bomb("messages.mts") {
            let unit: [UInt8] = [6] + repeated([5, 0], 8_000)
            return Sample.transportStream(Array(repeating: unit, count: 140))
        },
        Bomb("starts.mts") { Sample.transportStream(Array(repeating: [6], count: 500_000)) },
        Bomb("items.mp4") {
            let items = Sample.container(
                "DEVC",
                repeated([0x41, 0x41, 0x41, 0x41, 1, 0, 0, 0], 8_000)
            )
            return tracks("gpmd", repeated(items, 4), chunks: 1_024, tracks: 40)
        },
        Bomb("containers.mp4") {
            tracks(
                "gpmd",
                repeated(text("STRM") + [0, 1, 0xFF, 0xFF], 32_000),
                chunks: 1_024,
                tracks: 40
            )
        },
        Bomb("turns.mp4") {
            tracks("camm", repeated([0, 0, 1, 0] + zeros(8), 5_000), chunks: 1_024, tracks: 300)
        },
        Bomb("lists.mp4") { tracks("camm", [], chunks: 200_000, tracks: 8) },
    ]

    /// Pictures with thousands of coordinates that are the same long text.
    private static func coordinates(_ text: [UInt8], tag: Int = 2) -> [UInt8] {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            Sample.bigEndian(tag, 2) + Sample.bigEndian(type, 2) + Sample.bigEndian(count, 4)
                + Sample.bigEndian(value, 4)
        }
        let places = 4_090
        let size = 42 + 6 + places * 12
        let value = 8 + 16 * size
        let pictures = (0..<16).flatMap { index -> [UInt8] in
            let start = 8 + index * size
            let zero =
                Sample.bigEndian(3, 2) + entry(0x100, 4, 1, 40) + entry(0x101, 4, 1, 30)
                + entry(0x8825, 4, 1, start + 42) + Sample.bigEndian(start + size, 4)
            return zero + Sample.bigEndian(places, 2)
                + repeated(entry(tag, 2, 65_000, value), places) + zeros(4)
        }
        return Self.text("MM\0*") + Sample.bigEndian(8, 4) + pictures
            + repeated(text, 66_000 / text.count + 1)
    }

    private static func heap(_ entries: [UInt8]) -> [UInt8] {
        let count = Sample.little(entries.count / 10, 2)
        return Array(Sample.canonHeap().prefix(26)) + count + entries + zeros(4)
    }

    /// Tracks that all have their chunks where the same samples are.
    private static func tracks(_ type: String, _ sample: [UInt8], chunks: Int, tracks: Int)
        -> [UInt8]
    {
        let start = Sample.box("ftyp", text("mp42") + zeros(4)) + Sample.box("mdat", sample)
        let count = Sample.bigEndian(chunks, 4)
        let table =
            Sample.box("stsd", zeros(8) + Sample.entry(type))
            + Sample.box("stsz", zeros(4) + Sample.bigEndian(max(1, sample.count), 4) + count)
            + Sample.box("stsc", zeros(4) + [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])
            + Sample.box("stco", zeros(4) + count + repeated(Sample.bigEndian(28, 4), chunks))
        let media =
            Sample.box("hdlr", zeros(8) + text("meta") + zeros(13))
            + Sample.box("minf", Sample.box("stbl", table))
        let track = Sample.box("trak", Sample.box("mdia", media))
        let times = zeros(12) + Sample.bigEndian(600, 4) + Sample.bigEndian(6_000, 4)
        let header = Sample.box("mvhd", times + zeros(80))
        return start + Sample.box("moov", header + repeated(track, tracks))
    }
}
