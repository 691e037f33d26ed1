/// The length of a film whose samples are in fragments (ISO/IEC 14496-12, 8.8 and 8.16.3), as browsers, recorders of
/// screens and web services write them: its headers do not know it, or only that of the beginning.
struct MovieFragments {
    private let reader: BoxReader
    /// The tracks by number.
    private var tracks: [Int: Track] = [:]

    private struct Track {
        /// Units a second.
        var scale = 0
        /// Units that a sample takes for which nothing else is said.
        var sample = 0
    }

    /// The maximum number of fragments at either end that are looked at: each can be one track's.
    private static let looked = 4

    /// Returns the seconds that a film lasts; nil if it has no fragments.
    ///
    /// - `parts`: The boxes of the file. Of a file with more than these, it is the length until there.
    /// - `movie`: Those of its `moov`.
    /// - `known`: The seconds of the samples that are not in fragments.
    static func duration(
        _ parts: [Box],
        _ movie: [Box],
        known: Double,
        _ reader: BoxReader
    ) -> Double? {
        guard let extends = movie.first(where: { $0.type == "mvex" })?.payload else { return nil }
        let film = MovieFragments(movie, extends, reader)
        let fragments = parts.filter { $0.type == "moof" }.map(\.payload)
        let begins = fragments.prefix(looked).flatMap(film.spans).map(\.begin).min() ?? 0
        let ends = fragments.suffix(looked).flatMap(film.spans).map(\.end).max() ?? 0
        let written = film.written(movie, extends)
        let indexed = parts.first { $0.type == "sidx" }.flatMap { film.indexed($0.payload) } ?? 0
        // The first may follow the samples that are not in fragments, or be one of a longer film.
        let length = begins <= known + 1 ? ends : ends - begins
        return max(known, written, indexed, length)
    }

    private init(_ movie: [Box], _ extends: Range<Int>, _ reader: BoxReader) {
        self.reader = reader
        for box in movie where box.type == "trak" {
            guard let header = reader.first("tkhd", in: box.payload),
                let media = reader.first("mdia", in: box.payload),
                let times = reader.first("mdhd", in: media),
                let number = MovieHeaders.behindTimes(header, reader),
                let scale = MovieHeaders.behindTimes(times, reader)
            else { continue }
            tracks[number, default: Track()].scale = scale
        }
        for box in reader.boxes(in: extends, limit: 512) where box.type == "trex" {
            let found: (Int, Int)? = reader.read(box.payload) { bytes in
                guard let number = bytes.be32(4), let sample = bytes.be32(12) else { return nil }
                return (number, sample)
            }
            if let (number, sample) = found { tracks[number]?.sample = sample }
        }
    }

    /// The length that the writer put into the header at the end.
    private func written(_ movie: [Box], _ extends: Range<Int>) -> Double {
        guard let header = reader.first("mehd", in: extends),
            let film = movie.first(where: { $0.type == "mvhd" })?.payload,
            let scale = MovieHeaders.behindTimes(film, reader), scale > 0,
            let length = reader.read(header, Self.time)
        else { return 0 }
        return Double(length) / Double(scale)
    }

    /// The length of all that an index of segments has.
    private func indexed(_ index: Range<Int>) -> Double? {
        reader.read(index) { bytes in
            let start = bytes.u8(0) == 1 ? 28 : 20
            guard let scale = bytes.be32(8), scale > 0, let count = bytes.be16(start + 2) else {
                return nil
            }
            let units = (0..<count).reduce(0) { $0 + (bytes.be32(start + 4 + $1 * 12 + 4) ?? 0) }
            return Double(units) / Double(scale)
        }
    }

    /// The seconds at which the samples of each track in a fragment begin and end.
    private func spans(_ fragment: Range<Int>) -> [(begin: Double, end: Double)] {
        reader.boxes(in: fragment, limit: 64).filter { $0.type == "traf" }
            .compactMap { span(reader.boxes(in: $0.payload, limit: 256)) }
    }

    private func span(_ boxes: [Box]) -> (begin: Double, end: Double)? {
        guard let header = boxes.first(where: { $0.type == "tfhd" })?.payload,
            let time = boxes.first(where: { $0.type == "tfdt" })?.payload,
            let begin = reader.read(time, Self.time), begin >= 0,
            let number = reader.read(header, { $0.be32(4) }), let track = tracks[number],
            track.scale > 0
        else { return nil }
        let sample = reader.read(header, Self.sample) ?? track.sample
        let units = boxes.filter { $0.type == "trun" }
            .reduce(0.0) { $0 + (reader.read($1.payload) { Self.units($0, sample) } ?? 0) }
        let scale = Double(track.scale)
        return (Double(begin) / scale, (Double(begin) + units) / scale)
    }

    /// The time that a box begins with, in 64 bits from its first version on.
    private static func time(_ box: Bytes) -> Int? { box.u8(0) == 1 ? box.be64(4) : box.be32(4) }

    /// The units that each sample of a fragment takes, if its header says that.
    private static func sample(_ header: Bytes) -> Int? {
        let flags = header.be32(0) ?? 0
        guard flags & 0x8 != 0 else { return nil }
        return header.be32(8 + (flags & 0x1 != 0 ? 8 : 0) + (flags & 0x2 != 0 ? 4 : 0))
    }

    /// The units that a run of samples takes.
    private static func units(_ run: Bytes, _ sample: Int) -> Double? {
        guard let flags = run.be32(0), let count = run.be32(4) else { return nil }
        guard flags & 0x100 != 0 else { return Double(count) * Double(sample) }
        let size = [0x100, 0x200, 0x400, 0x800].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
        let start = 8 + [0x1, 0x4].reduce(0) { $0 + (flags & $1 != 0 ? 4 : 0) }
        // As many samples as there are, whatever their number is said to be.
        return (0..<min(count, run.count / size)).reduce(0.0) {
            $0 + Double(run.be32(start + $1 * size) ?? 0)
        }
    }
}
