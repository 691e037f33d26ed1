extension Sample {
    /// A film that has a track beside its pictures with chunks of such samples, each chunk of one.
    ///
    /// The samples lie behind the film's boxes, where the tables of the track say they do.
    package static func film(
        handler: String,
        entry: [UInt8],
        chunks: [[UInt8]],
        created: Int = 0,
        userData: [UInt8] = [],
        keys movieKeys: [(String, [UInt8])] = []
    ) -> [UInt8] {
        func whole(_ start: Int) -> [UInt8] {
            var (place, places): (Int, [UInt8]) = (start + 8, [])
            for chunk in chunks {
                places += bigEndian(place, 4)
                place += chunk.count
            }
            let count = bigEndian(chunks.count, 4)
            let table =
                box("stsd", bigEndian(0, 4) + bigEndian(1, 4) + entry)
                + box("stsz", bigEndian(0, 8) + count + chunks.flatMap { bigEndian($0.count, 4) })
                + box("stsc", bigEndian(0, 4) + [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])
                + box("stco", bigEndian(0, 4) + count + places)
            let media =
                box("hdlr", bigEndian(0, 8) + Array(handler.utf8) + bigEndian(0, 13))
                + box("minf", box("stbl", table))
            let times =
                bigEndian(0, 4) + bigEndian(created, 4) + bigEndian(0, 4) + bigEndian(600, 4)
                + bigEndian(6_000, 4) + bigEndian(0, 80)
            let movie =
                box("mvhd", times) + box("trak", box("mdia", media))
                + (movieKeys.isEmpty ? [] : keys(movieKeys))
                + (userData.isEmpty ? [] : box("udta", userData))
            return box("ftyp", Array("qt  ".utf8) + bigEndian(0, 4)) + box("moov", movie)
        }
        // How long the boxes are does not depend on where the samples lie.
        let head = whole(0)
        return whole(head.count) + box("mdat", chunks.flatMap { $0 })
    }

    /// The sample entry of a timed metadata track of Apple's whose values have these names.
    package static func timedKeys(_ names: [String]) -> [UInt8] {
        let keys = names.enumerated().flatMap { index, name -> [UInt8] in
            let definition = box("keyd", Array("mdta".utf8) + Array(name.utf8))
            let type = box("dtyp", bigEndian(0, 4) + bigEndian(1, 4))
            let payload = definition + type
            return bigEndian(payload.count + 8, 4) + bigEndian(index + 1, 4) + payload
        }
        return box("mebx", bigEndian(0, 6) + bigEndian(1, 2) + box("keys", keys))
    }

    /// A sample entry without anything of its own.
    package static func entry(_ type: String) -> [UInt8] {
        box(type, bigEndian(0, 6) + bigEndian(1, 2))
    }

    /// An item of GoPro's metadata format.
    package static func goPro(_ key: String, _ type: String, _ size: Int, _ value: [UInt8])
        -> [UInt8]
    {
        let filling = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        return Array(key.utf8) + [type.utf8.first ?? 0, UInt8(size)]
            + bigEndian(value.count / size, 2) + value + filling
    }

    /// A second of a GoPro's track: how it was turned, then where it was, if it knew.
    package static func goProSecond(fix: Int?, time: String = "230714103015.250") -> [UInt8] {
        let scale = [10_000_000, 10_000_000, 1_000, 1_000, 100].flatMap { bigEndian($0, 4) }
        let values = [485_000_000, -22_500_000, 35_500, 1, 1].flatMap { bigEndian($0, 4) }
        var places: [UInt8] = []
        if let fix {
            places =
                goPro("GPSF", "L", 4, bigEndian(fix, 4))
                + goPro("GPSU", "U", 16, Array(time.utf8)) + goPro("SCAL", "l", 4, scale)
                + goPro("GPS5", "l", 20, values + values)
        }
        let turns = goPro("SCAL", "s", 2, [0, 10]) + goPro("GYRO", "s", 6, [0, 1, 0, 2, 0, 3])
        let streams = container("STRM", turns) + (places.isEmpty ? [] : container("STRM", places))
        return container("DEVC", goPro("DVNM", "c", 1, Array("Camera".utf8)) + streams)
    }

    package static func container(_ key: String, _ items: [UInt8]) -> [UInt8] {
        Array(key.utf8) + [0, 1] + bigEndian(items.count, 2) + items
    }
}
