extension Bombs {
    /// An element of Matroska with a size of eight bytes (RFC 8794).
    private static func element(_ identifier: [UInt8], _ data: [UInt8]) -> [UInt8] {
        identifier + [0x01] + Sample.bigEndian(data.count, 7) + data
    }

    private static let endless: [UInt8] = [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    private static let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]

    private static func matroska(_ elements: [UInt8]) -> [UInt8] {
        element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], text("matroska")))
            + segment + endless + elements + [0x1F, 0x43, 0xB6, 0x75] + endless
    }

    private static func list(_ type: String, _ data: [UInt8]) -> [UInt8] {
        text(type) + little(data.count) + data
    }

    /// Films that libavformat reads.
    static let containers: [Bomb] = [
        Bomb("tags.mkv") {
            let simple = element(
                [0x67, 0xC8],
                element([0x45, 0xA3], text("A")) + element([0x44, 0x87], text("b"))
            )
            let tag = element([0x73, 0x73], element([0x63, 0xC0], []) + simple)
            return matroska(element([0x12, 0x54, 0xC3, 0x67], repeated(tag, 60_000)))
        },
        Bomb("names-of-tags.mkv") {
            let tags = (0..<60_000).flatMap { number in
                element(
                    [0x67, 0xC8],
                    element([0x45, 0xA3], text("NAME\(number)")) + element([0x44, 0x87], text("b"))
                )
            }
            return matroska(element([0x12, 0x54, 0xC3, 0x67], element([0x73, 0x73], tags)))
        },
        Bomb("tracks.mkv") {
            let track = element(
                [0xAE],
                element([0xD7], [1]) + element([0x83], [1]) + element([0x86], text("V_VP8"))
            )
            return matroska(element([0x16, 0x54, 0xAE, 0x6B], repeated(track, 50_000)))
        },
        Bomb("chapters.mkv") {
            let atom = element([0xB6], element([0x73, 0xC4], [1]) + element([0x91], [1]))
            return matroska(
                element([0x10, 0x43, 0xA7, 0x70], element([0x45, 0xB9], repeated(atom, 60_000)))
            )
        },
        Bomb("numbers-of-chapters.mkv") {
            let atoms = (0..<60_000).flatMap { number in
                element(
                    [0xB6],
                    element([0x73, 0xC4], Sample.bigEndian(70_000 - number, 3))
                        + element([0x91], [1])
                )
            }
            return matroska(element([0x10, 0x43, 0xA7, 0x70], element([0x45, 0xB9], atoms)))
        },
        Bomb("index.mkv") {
            let track = element(
                [0xAE],
                element([0xD7], [1]) + element([0x83], [1]) + element([0x86], text("V_VP8"))
            )
            let points = (0..<80_000).flatMap { number in
                element(
                    [0xBB],
                    element([0xB3], Sample.bigEndian(90_000 - number, 3))
                        + element(
                            [0xB7],
                            element([0xF7], [1]) + element([0xF1], Sample.bigEndian(number, 3))
                        )
                )
            }
            return matroska(
                element([0x16, 0x54, 0xAE, 0x6B], track)
                    + element([0x1C, 0x53, 0xBB, 0x6B], points)
            )
        },
        Bomb("attachments.mkv") {
            let file = element(
                [0x61, 0xA7],
                element([0x46, 0x6E], text("a")) + element([0x46, 0x5C], [1])
            )
            return matroska(element([0x19, 0x41, 0xA4, 0x69], repeated(file, 50_000)))
        },
        Bomb("seeks.mkv") {
            let seek = element(
                [0x4D, 0xBB],
                element([0x53, 0xAB], [0x12, 0x54, 0xC3, 0x67]) + element([0x53, 0xAC], [0])
            )
            return matroska(element([0x11, 0x4D, 0x9B, 0x74], repeated(seek, 50_000)))
        },
        Bomb("depth.mkv") {
            matroska(
                repeated([0x12, 0x54, 0xC3, 0x67] + endless + [0x73, 0x73] + endless, 50_000)
            )
        },
        Bomb("nothing.mkv") { matroska(repeated(element([0xEC], []), 400_000)) },
        Bomb("clusters.webm") { matroska(repeated([0x1F, 0x43, 0xB6, 0x75] + endless, 200_000)) },
        Bomb("holes.mkv", size: 1 << 40) { matroska([0x1F, 0x43, 0xB6, 0x75] + endless) },
        Bomb("streams.avi") {
            let header = list("strh", text("vidsDIVX") + zeros(48)) + list("strf", zeros(40))
            let streams = repeated(list("LIST", text("strl") + header), 30_000)
            let main = list("avih", zeros(56))
            return text("RIFF") + little(streams.count + 80) + text("AVI ")
                + list("LIST", text("hdrl") + main + streams) + list("LIST", text("movi"))
        },
        Bomb("lists.avi") {
            text("RIFF") + [0xFF, 0xFF, 0xFF, 0x7F] + text("AVI ")
                + repeated(list("LIST", text("INFO")), 300_000)
        },
        Bomb("names.avi") {
            let names = (0..<120_000).flatMap { list(String(10_000 + $0, radix: 36), [0x61, 0]) }
            return text("RIFF") + [0xFF, 0xFF, 0xFF, 0x7F] + text("AVI ")
                + list("LIST", text("INFO") + names)
        },
        Bomb("index.avi") {
            text("RIFF") + [0xFF, 0xFF, 0xFF, 0x7F] + text("AVI ")
                + list("LIST", text("hdrl") + list("avih", zeros(56)))
                + list("LIST", text("movi"))
                + list("idx1", repeated(text("00dc") + zeros(12), 200_000))
        },
        Bomb("programs.ts") {
            (0..<20_000).flatMap { number -> [UInt8] in
                [
                    0x47, 0x40 | UInt8(number >> 8 & 0x1F), UInt8(number & 0xFF), 0x10, 0, 2, 0xB0,
                    0x1D,
                ]
                    + Sample.bigEndian(number, 2) + [0xC1, 0, 0, 0xE1, 0, 0xF0, 0] + zeros(171)
            }
        },
        Bomb("padding.ts") { repeated([0x47, 0x1F, 0xFF, 0x10] + zeros(184), 60_000) },
    ]
}
