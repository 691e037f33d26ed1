/// The `moov` of a QuickTime or MPEG-4 film: Apple's keys, `udta` and the headers.
struct MovieReader {
    private(set) var width = 0
    private(set) var height = 0
    /// The duration in seconds.
    private(set) var duration = 0.0
    /// The creation times in the headers, of the film first and then of its tracks, in seconds since 1904-01-01 UTC
    /// or, by some cameras, since 1970-01-01; each with the header's type.
    private(set) var created: [(seconds: Int, header: StaticString)] = []
    /// The average number of pictures per second in the picture track; 0 if unknown.
    private(set) var frameRate = 0.0
    /// Movie-level keys (`mdta`) by name, such as `com.apple.quicktime.creationdate`.
    private(set) var keys: [String: String] = [:]
    /// The keys of tracks, and the keys that name the values of a timed metadata track.
    private(set) var trackKeys: [String: String] = [:]
    /// The texts of `udta` by type, such as `©day`.
    private(set) var userData: [FourCharacters: String] = [:]
    /// An XMP packet in `udta`.
    private(set) var xmp: XMPFacts?
    private var tracks: Tracks = []
    /// The first place of a track that records places.
    private(set) var timedPlace: TimedPlace?
    /// The metadata of a film made by a GoPro.
    private(set) var goPro: GoProReader?

    /// Whether there is a track with sound and none with a picture.
    var isSound: Bool { tracks == .sound && width == 0 }

    /// Whether the picture track has a second view for the other eye (`vexu`).
    var hasStereoViews: Bool { tracks.contains(.stereo) }

    private struct Tracks: OptionSet {
        let rawValue: UInt8
        static let picture = Self(rawValue: 1)
        static let sound = Self(rawValue: 2)
        static let stereo = Self(rawValue: 4)
    }

    /// Creates the facts of a film in another kind of container, for the rules that apply to all.
    init(_ film: FilmFacts, _ xmp: XMPFacts?) {
        self.xmp = xmp
        (width, height, duration) = (film.width, film.height, film.duration)
        frameRate = film.frameRate
    }

    init?(_ file: FileBytes) {
        let reader = BoxReader(file: file)
        let parts = reader.boxes(in: 0..<file.size)
        guard let moov = parts.first(where: { $0.type == "moov" })?.payload else { return nil }
        notePacket(parts, reader)
        let boxes = reader.boxes(in: moov)
        guard let header = boxes.first(where: { $0.type == "mvhd" }) else { return nil }
        noteHeader(header.payload, reader)
        let fragments = MovieFragments.duration(parts, boxes, known: duration, reader)
        duration = fragments ?? duration
        for box in boxes {
            switch box.type {
            case "trak": noteTrack(box.payload, reader)
            case "meta":
                let found = MovieKeys.read(box.payload, reader)
                keys.merge(found) { first, _ in first }
            case "udta":
                userData.merge(MovieUserData.read(box.payload, reader)) { first, _ in first }
                if let packet = reader.first("XMP_", in: box.payload) {
                    xmp = xmp ?? reader.read(packet) { XMPFacts($0, file) }
                }
                noteGoPro(box.payload, reader)
            default: break
            }
        }
    }

    /// Returns whether the header is compressed (`cmov`), as QuickTime 3 to 7 could write it.
    static func isPacked(_ file: FileBytes) -> Bool {
        let reader = BoxReader(file: file)
        return reader.first("moov", in: 0..<file.size).flatMap { reader.first("cmov", in: $0) }
            != nil
    }

    /// The identifier of the `uuid` box with an XMP packet (part 3 of the XMP specification).
    static let packetIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF,
        0xAC,
    ]

    /// Reads the XMP packet beside `moov`.
    private mutating func notePacket(_ parts: [Box], _ reader: BoxReader) {
        for part in parts where part.type == "uuid" && xmp == nil {
            guard
                reader.read(part.payload.prefix(16), { $0.array == Self.packetIdentifier }) == true
            else {
                continue
            }
            xmp = reader.read(part.payload.dropFirst(16)) { XMPFacts($0, reader.file) }
        }
    }

    private mutating func noteHeader(_ range: Range<Int>, _ reader: BoxReader) {
        duration = MovieHeaders.duration(range, reader) ?? 0
        noteCreated(range, "mvhd", reader)
    }

    private mutating func noteCreated(
        _ range: Range<Int>,
        _ header: StaticString,
        _ reader: BoxReader
    ) {
        guard created.count < 8, let seconds = MovieHeaders.created(range, reader) else { return }
        created.append((seconds, header))
    }

    private mutating func noteTrack(_ range: Range<Int>, _ reader: BoxReader) {
        let boxes = reader.boxes(in: range)
        for box in boxes where box.type == "meta" {
            trackKeys.merge(MovieKeys.read(box.payload, reader)) { first, _ in first }
        }
        if let header = boxes.first(where: { $0.type == "tkhd" })?.payload {
            noteCreated(header, "tkhd", reader)
            // The first track with a picture determines the size of the film.
            if width == 0 { (width, height) = MovieHeaders.size(header, reader) ?? (0, 0) }
        }
        if let media = boxes.first(where: { $0.type == "mdia" })?.payload {
            noteMedia(media, reader)
        }
    }

    private mutating func noteMedia(_ range: Range<Int>, _ reader: BoxReader) {
        let boxes = reader.boxes(in: range)
        let header = boxes.first { $0.type == "mdhd" }?.payload
        if let header { noteCreated(header, "mdhd", reader) }
        let handler = boxes.first { $0.type == "hdlr" }.flatMap { box in
            reader.read(box.payload) { $0.type(8) }
        }
        if handler == "soun" { tracks.insert(.sound) }
        if handler == "vide" || handler == "pict" { tracks.insert(.picture) }
        guard let info = boxes.first(where: { $0.type == "minf" })?.payload,
            let table = reader.first("stbl", in: info)
        else { return }
        if handler == "meta" { noteTimedKeys(table, reader) }
        if handler == "meta" || handler == "camm" { notePlaces(table, reader) }
        guard handler == "vide", frameRate == 0 else { return }
        let seconds = header.flatMap { MovieHeaders.duration($0, reader) } ?? 0
        let samples = reader.first("stsz", in: table).flatMap { range in
            reader.read(range.prefix(12)) { $0.be32(8) }
        }
        if let samples, seconds > 0 { frameRate = Double(samples) / seconds }
        noteViews(table, reader)
    }

    private mutating func notePlaces(_ table: Range<Int>, _ reader: BoxReader) {
        guard let descriptions = reader.first("stsd", in: table),
            let entry = reader.boxes(in: descriptions.dropFirst(8), limit: 1).first
        else { return }
        switch entry.type {
        case "mebx" where trackKeys[TimedPlace.appleKey] != nil, "camm":
            timedPlace = timedPlace ?? TimedPlace(entry, table, reader)
        case "gpmd":
            var found = goPro ?? GoProReader()
            found.readTrack(table, reader)
            goPro = found
        default: break
        }
    }

    private mutating func noteGoPro(_ range: Range<Int>, _ reader: BoxReader) {
        guard let items = reader.first("GPMF", in: range) else { return }
        var found = goPro ?? GoProReader()
        found.readFilm(items, reader)
        goPro = found
    }

    /// Looks for `vexu` in the sample entry of a stereo film, after the 78 bytes that every picture track has.
    private mutating func noteViews(_ table: Range<Int>, _ reader: BoxReader) {
        guard let descriptions = reader.first("stsd", in: table) else { return }
        for entry in reader.boxes(in: descriptions.dropFirst(8), limit: 4) {
            let inner = reader.boxes(in: entry.payload.dropFirst(78))
            if inner.contains(where: { $0.type == "vexu" }) { tracks.insert(.stereo) }
        }
    }

    /// Reads the names of the values of a timed metadata track (`mebx`) from its sample entry.
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
