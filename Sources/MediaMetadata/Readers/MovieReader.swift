/// The `moov` of a QuickTime or MPEG-4 film: what Apple's keys, `udta` and the headers say.
struct MovieReader {
    private(set) var width = 0
    private(set) var height = 0
    /// Seconds.
    private(set) var duration = 0.0
    /// Seconds since 1904-01-01 UTC as the movie header has it; 0 when unset.
    private(set) var created = 0
    /// Pictures a second of the track with the pictures, on average; 0 when unknown.
    private(set) var frameRate = 0.0
    /// Movie-level keys (`mdta`) by name, such as `com.apple.quicktime.creationdate`.
    private(set) var keys: [String: String] = [:]
    /// Keys of tracks, and keys that name the values of a timed metadata track.
    private(set) var trackKeys: [String: String] = [:]
    /// Texts of `udta` by type, such as `©day`.
    private(set) var userData: [FourCharacters: String] = [:]
    /// An XMP packet in `udta`.
    private(set) var xmp: XMPFacts?
    /// The picture track has a second view for the other eye (`vexu`).
    private(set) var hasStereoViews = false

    /// A film of another kind of container, for the rules that hold for all.
    init(_ film: FilmFacts) {
        (width, height, duration) = (film.width, film.height, film.duration)
        frameRate = film.frameRate
    }

    init?(_ file: FileBytes) {
        let reader = BoxReader(file: file)
        guard let moov = reader.first("moov", in: 0..<file.size) else { return nil }
        let boxes = reader.boxes(in: moov)
        guard let header = boxes.first(where: { $0.type == "mvhd" }) else { return nil }
        noteHeader(header.payload, reader)
        for box in boxes {
            switch box.type {
            case "trak": noteTrack(box.payload, reader)
            case "meta":
                let found = MovieKeys.read(box.payload, reader)
                keys.merge(found) { first, _ in first }
            case "udta":
                userData.merge(MovieUserData.read(box.payload, reader)) { first, _ in first }
                if let packet = reader.first("XMP_", in: box.payload) {
                    xmp = reader.read(packet) { XMPFacts($0, file) }
                }
            default: break
            }
        }
    }

    private mutating func noteHeader(_ range: Range<Int>, _ reader: BoxReader) {
        guard let found = Self.times(range, reader) else { return }
        (created, duration) = (found.created, found.duration)
    }

    /// `mvhd` and `mdhd` begin alike: creation, modification, time scale, duration.
    private static func times(
        _ range: Range<Int>,
        _ reader: BoxReader
    ) -> (created: Int, duration: Double)? {
        reader.read(range) { bytes in
            let isLong = bytes.u8(0) == 1
            guard let created = isLong ? bytes.be64(4) : bytes.be32(4),
                let scale = bytes.be32(isLong ? 20 : 12),
                let length = isLong ? bytes.be64(24) : bytes.be32(16)
            else { return nil }
            let isKnown = scale > 0 && length != 0xFFFF_FFFF
            return (created, isKnown ? Double(length) / Double(scale) : 0)
        }
    }

    private mutating func noteTrack(_ range: Range<Int>, _ reader: BoxReader) {
        let boxes = reader.boxes(in: range)
        for box in boxes where box.type == "meta" {
            trackKeys.merge(MovieKeys.read(box.payload, reader)) { first, _ in first }
        }
        if let header = boxes.first(where: { $0.type == "tkhd" })?.payload, width == 0 {
            noteSize(header, reader)
        }
        if let media = boxes.first(where: { $0.type == "mdia" })?.payload {
            noteMedia(media, reader)
        }
    }

    /// The size comes from the first track with a picture: its header's, turned by its matrix.
    private mutating func noteSize(_ header: Range<Int>, _ reader: BoxReader) {
        let size: (Int, Int)? = reader.read(header) { bytes in
            let at = bytes.u8(0) == 1 ? 52 : 40
            guard let width = bytes.be32(at + 36), let height = bytes.be32(at + 40),
                let a = bytes.be32(at), let b = bytes.be32(at + 4)
            else { return nil }
            let isTurned = a == 0 && b != 0
            let (w, h) = (width >> 16, height >> 16)
            return isTurned ? (h, w) : (w, h)
        }
        guard let size, size.0 > 0, size.1 > 0 else { return }
        (width, height) = size
    }

    private mutating func noteMedia(_ range: Range<Int>, _ reader: BoxReader) {
        let boxes = reader.boxes(in: range)
        let handler = boxes.first { $0.type == "hdlr" }.flatMap { box in
            reader.read(box.payload) { $0.type(8) }
        }
        guard let info = boxes.first(where: { $0.type == "minf" })?.payload,
            let table = reader.first("stbl", in: info)
        else { return }
        if handler == "meta" { noteTimedKeys(table, reader) }
        guard handler == "vide", frameRate == 0 else { return }
        let header = boxes.first { $0.type == "mdhd" }?.payload
        let seconds = header.flatMap { Self.times($0, reader) }?.duration ?? 0
        let samples = reader.first("stsz", in: table).flatMap { range in
            reader.read(range.prefix(12)) { $0.be32(8) }
        }
        if let samples, seconds > 0 { frameRate = Double(samples) / seconds }
        noteViews(table, reader)
    }

    /// The sample entry of a film for two eyes holds `vexu`, after 78 bytes every picture track has.
    private mutating func noteViews(_ table: Range<Int>, _ reader: BoxReader) {
        guard let descriptions = reader.first("stsd", in: table) else { return }
        for entry in reader.boxes(in: descriptions.dropFirst(8), limit: 4) {
            let inner = reader.boxes(in: entry.payload.dropFirst(78))
            hasStereoViews = hasStereoViews || inner.contains { $0.type == "vexu" }
        }
    }

    /// A timed metadata track (`mebx`) names its values in its sample entry.
    private mutating func noteTimedKeys(_ table: Range<Int>, _ reader: BoxReader) {
        guard let descriptions = reader.first("stsd", in: table) else { return }
        for entry in reader.boxes(in: descriptions.dropFirst(8), limit: 4)
        where entry.type == "mebx" {
            guard let names = reader.first("keys", in: entry.payload.dropFirst(8)) else { continue }
            for key in reader.boxes(in: names, limit: 64) {
                guard let definition = reader.first("keyd", in: key.payload) else { continue }
                let name = reader.read(definition.dropFirst(4)) { $0.text }
                if let name, trackKeys[name] == nil { trackKeys[name] = "" }
            }
        }
    }
}
