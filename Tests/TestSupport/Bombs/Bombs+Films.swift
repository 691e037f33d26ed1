extension Bombs {
    private static func film(_ boxes: [UInt8]) -> [UInt8] {
        let times = zeros(12) + Sample.bigEndian(600, 4) + Sample.bigEndian(6_000, 4)
        return Sample.box("ftyp", text("qt  ") + zeros(4))
            + Sample.box("moov", Sample.box("mvhd", times + zeros(80)) + boxes)
    }

    private static let keys = Sample.keys(
        (0..<512).map { ("com.example.key.\($0)", Sample.text("\($0)")) }
    )

    private static func media(_ handler: String, _ descriptions: [UInt8]) -> [UInt8] {
        let table = Sample.box("stbl", Sample.box("stsd", zeros(8) + descriptions))
        let name = Sample.box("hdlr", zeros(8) + text(handler) + zeros(13))
        return Sample.box("trak", Sample.box("mdia", name + Sample.box("minf", table)))
    }

    /// Films whose boxes are read here.
    static let films: [Bomb] = [
        Bomb("tracks.mov") { film(repeated(Sample.box("trak", []), 1_000_000)) },
        Bomb("tracks-with-keys.mov") { film(repeated(Sample.box("trak", keys), 200)) },
        Bomb("headers.mov") {
            film(repeated(Sample.box("trak", Sample.box("tkhd", zeros(80))), 60_000))
        },
        Bomb("keys.mov") { film(repeated(keys, 200)) },
        Bomb("values.mov") {
            let values = Sample.keys([("a", repeated(Sample.text("x"), 200_000))])
            return film(repeated(values, 4))
        },
        Bomb("names.mov") {
            let name = String(repeating: "k", count: 20_000)
            return film(Sample.keys((0..<500).map { ("\(name)\($0)", Sample.text("v")) }))
        },
        Bomb("texts.mp4") {
            let text = Sample.box("auth", zeros(6) + repeated([0x61], 4_000))
            return film(Sample.box("udta", repeated(text, 2_500)))
        },
        Bomb("user-data.mov") {
            film(repeated(Sample.box("udta", repeated(zeros(3) + [8], 2)), 400_000))
        },
        Bomb("timed-keys.mov") {
            let key = Sample.box("aaaa", Sample.box("keyd", text("mdta") + text("com.example")))
            let entry = Sample.box("mebx", zeros(8) + Sample.box("keys", repeated(key, 64)))
            return film(repeated(media("meta", repeated(entry, 4)), 500))
        },
        Bomb("views.mov") {
            let entry = Sample.box("hvc1", zeros(78) + repeated(Sample.box("free", []), 4_000))
            return film(repeated(media("vide", repeated(entry, 4)), 60))
        },
        Bomb("samples.mov") {
            let sizes = Sample.box("stsz", zeros(8) + Sample.bigEndian(0xFFFF_FFFF, 4))
            let times = Sample.box("stts", zeros(4) + Sample.bigEndian(0xFFFF_FFFF, 4))
            return film(
                Sample.box(
                    "trak",
                    Sample.box("mdia", Sample.box("minf", Sample.box("stbl", sizes + times)))
                )
            )
        },
        Bomb("fragments.mp4") {
            Sample.box("ftyp", text("mp42") + zeros(4))
                + repeated(Sample.box("moof", []), 1_000_000)
        },
        Bomb("holes.mov", size: 1 << 40) {
            Sample.box("ftyp", text("qt  ") + zeros(4)) + Sample.bigEndian(0, 4) + text("moov")
        },
        Bomb("clock.mov") {
            let longest = Sample.bigEndian((1 << 59) - 1, 8)
            return Sample.box("ftyp", text("qt  ") + zeros(4))
                + Sample.box(
                    "moov",
                    Sample.box(
                        "mvhd",
                        [1, 0, 0, 0] + longest + longest + Sample.bigEndian(1, 4) + longest
                    )
                )
        },
    ]
}
