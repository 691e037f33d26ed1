extension Sample {
    /// An iPhone's still that says which Live Photo it is; no two of different numbers are equal.
    package static func liveStill(_ identifier: String, _ number: Int = 0) -> [UInt8] {
        let block = exif(
            zero: [0x10F: .text("Apple"), 0x110: .text("iPhone \(number)")],
            photo: [0x927C: .bytes(appleNote([(0x11, identifier)]))]
        )
        return jpeg(400, 300, segments: [(0xE1, block)])
    }

    /// Apple's maker note with texts of more than four bytes, by their tags.
    package static func appleNote(_ texts: [(Int, String)]) -> [UInt8] {
        var place = 20 + texts.count * 12
        let entries = texts.flatMap { tag, text -> [UInt8] in
            defer { place += text.utf8.count + 1 }
            return bigEndian(tag, 2) + bigEndian(2, 2) + bigEndian(text.utf8.count + 1, 4)
                + bigEndian(place, 4)
        }
        return Array("Apple iOS\u{0}\u{0}\u{1}MM".utf8) + bigEndian(texts.count, 2) + entries
            + bigEndian(0, 4) + texts.flatMap { Array($1.utf8) + [0] }
    }

    /// A film that says which Live Photo it is.
    package static func liveFilm(_ identifier: String) -> [UInt8] {
        film(
            samples: 60,
            keys: [("com.apple.quicktime.content.identifier", text(identifier))]
        )
    }

    package static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        bigEndian(payload.count + 8, 4) + Array(type.utf8) + payload
    }

    /// A RIFF file of a form, such as `AVI `.
    package static func riff(_ form: String, _ chunks: [UInt8]) -> [UInt8] {
        chunk("RIFF", Array(form.utf8) + chunks)
    }

    package static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        Array(type.utf8) + bigEndian(payload.count, 4).reversed() + payload
            + [UInt8](repeating: 0, count: payload.count % 2)
    }

    /// `meta` with keys and text values.
    package static func keys(_ values: [(String, [UInt8])]) -> [UInt8] {
        let names = values.flatMap { box("mdta", Array($0.0.utf8)) }
        let items = values.enumerated().flatMap { index, value -> [UInt8] in
            bigEndian(value.1.count + 8, 4) + bigEndian(index + 1, 4) + value.1
        }
        let handler = box("hdlr", bigEndian(0, 8) + Array("mdta".utf8) + bigEndian(0, 13))
        return box(
            "meta",
            handler + box("keys", bigEndian(0, 4) + bigEndian(values.count, 4) + names)
                + box("ilst", items)
        )
    }

    package static func text(_ text: String) -> [UInt8] {
        box("data", bigEndian(1, 4) + bigEndian(0, 4) + Array(text.utf8))
    }

    package static func float(_ value: Float) -> [UInt8] {
        box("data", bigEndian(23, 4) + bigEndian(0, 4) + bigEndian(Int(value.bitPattern), 4))
    }

    /// A film of ten seconds with one picture track of so many pictures.
    ///
    /// `created` are the creation times in the headers of the film, its track and its media.
    package static func film(
        samples: Int,
        keys movieKeys: [(String, [UInt8])] = [],
        trackKeys: [(String, [UInt8])] = [],
        userData: [UInt8] = [],
        created: (movie: Int, track: Int, media: Int) = (0, 0, 0)
    ) -> [UInt8] {
        func times(_ created: Int) -> [UInt8] {
            bigEndian(0, 4) + bigEndian(created, 4) + bigEndian(0, 4) + bigEndian(600, 4)
                + bigEndian(6_000, 4)
        }
        let matrix = [65_536, 0, 0, 0, 65_536, 0, 0, 0, 1 << 30].flatMap { bigEndian($0, 4) }
        let track =
            box(
                "tkhd",
                bigEndian(0, 4) + bigEndian(created.track, 4) + bigEndian(0, 32) + matrix
                    + bigEndian(640 << 16, 4) + bigEndian(360 << 16, 4)
            )
            + (trackKeys.isEmpty ? [] : keys(trackKeys))
            + box(
                "mdia",
                box("mdhd", times(created.media) + bigEndian(0, 4))
                    + box("hdlr", bigEndian(0, 8) + Array("vide".utf8) + bigEndian(0, 13))
                    + box(
                        "minf",
                        box("stbl", box("stsz", bigEndian(0, 8) + bigEndian(samples, 4)))
                    )
            )
        let movie =
            box("mvhd", times(created.movie) + bigEndian(0, 80)) + box("trak", track)
            + (movieKeys.isEmpty ? [] : keys(movieKeys))
            + (userData.isEmpty ? [] : box("udta", userData))
        return box("ftyp", Array("qt  ".utf8) + bigEndian(0, 4)) + box("moov", movie)
    }
}
