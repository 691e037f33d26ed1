/// The `moov` of a QuickTime or MPEG-4 film: what Apple's keys, `udta` and the headers say.
struct MovieReader {
    private(set) var width = 0
    private(set) var height = 0
    /// Seconds.
    private(set) var duration = 0.0
    /// Seconds since 1904-01-01 UTC as the movie header has it; 0 when unset.
    private(set) var created = 0
    /// Movie-level keys (`mdta`) by name, such as `com.apple.quicktime.creationdate`.
    private(set) var keys: [String: String] = [:]
    /// Texts of `udta` by type, such as `©day`.
    private(set) var userData: [FourCharacters: String] = [:]

    init?(_ file: FileBytes) {
        let reader = BoxReader(file: file)
        guard let moov = reader.first("moov", in: 0..<file.size) else { return nil }
        let boxes = reader.boxes(in: moov)
        guard let header = boxes.first(where: { $0.type == "mvhd" }) else { return nil }
        noteHeader(header.payload, reader)
        for box in boxes {
            switch box.type {
            case "trak": noteTrack(box.payload, reader)
            case "meta": noteKeys(box.payload, reader)
            case "udta": noteUserData(box.payload, reader)
            default: break
            }
        }
    }

    private mutating func noteHeader(_ range: Range<Int>, _ reader: BoxReader) {
        let found: (Int, Double)? = reader.read(range) { bytes in
            let isLong = bytes.u8(0) == 1
            guard let created = isLong ? bytes.be64(4) : bytes.be32(4),
                let scale = bytes.be32(isLong ? 20 : 12),
                let length = isLong ? bytes.be64(24) : bytes.be32(16)
            else { return nil }
            let isKnown = scale > 0 && length != 0xFFFF_FFFF
            return (created, isKnown ? Double(length) / Double(scale) : 0)
        }
        if let found { (created, duration) = found }
    }

    /// The size comes from the first track with a picture: its header's, turned by its matrix.
    private mutating func noteTrack(_ range: Range<Int>, _ reader: BoxReader) {
        guard width == 0, let header = reader.first("tkhd", in: range) else { return }
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

    /// `keys` names the numbered items of `ilst`.
    private mutating func noteKeys(_ range: Range<Int>, _ reader: BoxReader) {
        // A QuickTime `meta` has no version field, an ISO one has.
        let isPlain = reader.read(range.prefix(8)) { $0.type(4) } == "hdlr"
        let boxes = reader.boxes(in: isPlain ? range : range.dropFirst(4))
        guard let names = boxes.first(where: { $0.type == "keys" })?.payload,
            let list = boxes.first(where: { $0.type == "ilst" })?.payload
        else { return }
        let keyNames = reader.boxes(in: names.dropFirst(8)).map { box in
            reader.read(box.payload) { $0.text } ?? ""
        }
        for item in reader.boxes(in: list) {
            let index = Int(item.type.rawValue) - 1
            guard keyNames.indices.contains(index),
                let data = reader.first("data", in: item.payload)
            else { continue }
            let isText = reader.read(data.prefix(4)) { $0.be32(0) } == 1
            guard isText, data.count < 4_096 else { continue }
            keys[keyNames[index]] = reader.read(data.dropFirst(8)) { $0.text }
        }
    }

    private mutating func noteUserData(_ range: Range<Int>, _ reader: BoxReader) {
        for box in reader.boxes(in: range) where box.payload.count <= 4_096 {
            // International text: length, language, characters; its types begin with ©.
            if box.type.rawValue >> 24 == 0xA9 {
                userData[box.type] = reader.read(box.payload) { bytes in
                    bytes.be16(0).flatMap { bytes.slice(4, $0)?.text }
                }
            }
            if box.type == "loci" { noteThreeGPLocation(box.payload, reader) }
        }
    }

    /// 3GPP TS 26.244: version, language, a name, a role, then three fixed-point numbers.
    private mutating func noteThreeGPLocation(_ range: Range<Int>, _ reader: BoxReader) {
        let text: String? = reader.read(range) { bytes in
            guard bytes.count > 7, let nul = bytes.raw[6...].firstIndex(of: 0),
                let longitude = bytes.be32(nul + 2), let latitude = bytes.be32(nul + 6)
            else { return nil }
            let degrees: (Int) -> Double = { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
            let (x, y) = (degrees(longitude), degrees(latitude))
            return "\(y < 0 ? "" : "+")\(y)\(x < 0 ? "" : "+")\(x)/"
        }
        if let text, userData["loci"] == nil { userData["loci"] = text }
    }
}
