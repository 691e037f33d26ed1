/// Reads the keys and values of a `meta` whose handler is `mdta`: `keys` names the numbered items of `ilst` (QuickTime
/// file format, metadata).
enum MovieKeys {
    static func read(_ range: Range<Int>, _ reader: BoxReader) -> [String: String] {
        // An ISO `meta` has a version field, a QuickTime one does not.
        let isPlain = reader.read(range.prefix(8)) { $0.type(4) } == "hdlr"
        let boxes = reader.boxes(in: isPlain ? range : range.dropFirst(4))
        guard let names = boxes.first(where: { $0.type == "keys" })?.payload,
            let list = boxes.first(where: { $0.type == "ilst" })?.payload
        else { return [:] }
        let keyNames = reader.boxes(in: names.dropFirst(8), limit: 512).map { box in
            reader.read(box.payload) { $0.text } ?? ""
        }
        var values: [String: String] = [:]
        for item in reader.boxes(in: list, limit: 512) {
            let index = Int(item.type.rawValue) - 1
            guard keyNames.indices.contains(index) else { continue }
            for data in reader.boxes(in: item.payload, limit: 8) where data.type == "data" {
                guard values[keyNames[index]] == nil, data.payload.count < 4_096 else { continue }
                values[keyNames[index]] = reader.read(data.payload, value)
            }
        }
        return values
    }

    /// Returns a value of one of the well-known types, texts and numbers, as text.
    private static func value(_ bytes: Bytes) -> String? {
        guard let type = bytes.be32(0), let data = bytes.from(8) else { return nil }
        switch type & 0xFF_FFFF {
        case 1: return data.text
        case 23: return data.be32(0).map { "\(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))" }
        case 24:
            guard let high = data.be32(0), let low = data.be32(4) else { return nil }
            return "\(Double(bitPattern: UInt64(high) << 32 | UInt64(low)))"
        case 21, 65, 66, 67, 74: return integer(data, isSigned: true)
        case 22, 75, 76, 77, 78: return integer(data, isSigned: false)
        default: return nil
        }
    }

    private static func integer(_ data: Bytes, isSigned: Bool) -> String? {
        guard (1...8).contains(data.count) else { return nil }
        let value = data.array.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard isSigned else { return "\(value)" }
        let shift = UInt64(64 - data.count * 8)
        return "\(Int64(bitPattern: value << shift) >> Int64(shift))"
    }
}

/// Reads the texts of a `udta`.
enum MovieUserData {
    /// The text `©xyz`.
    static let place = FourCharacters(rawValue: 0xA978_797A)

    static func read(_ range: Range<Int>, _ reader: BoxReader) -> [FourCharacters: String] {
        var texts: [FourCharacters: String] = [:]
        for box in reader.boxes(in: range) {
            if box.type == "meta" {
                texts.merge(MovieTexts.list(box.payload, reader)) { first, _ in first }
            }
            if box.type == "TAGS" {
                texts[box.type] = reader.read(box.payload.prefix(32), maker)
            }
            guard box.payload.count <= 4_096 else { continue }
            // International text: length, language, characters; its types begin with ©.
            if box.type.rawValue >> 24 == 0xA9 {
                texts[box.type] = reader.read(box.payload) { bytes in
                    bytes.be16(0).flatMap { bytes.slice(4, $0)?.text }
                }
            }
            switch box.type {
            case "loci": texts["loci"] = texts["loci"] ?? reader.read(box.payload, location)
            case "meta": texts[place] = texts[place] ?? listedPlace(box.payload, reader)
            // 3GPP TS 26.244: version, language, text.
            case "auth": texts[box.type] = reader.read(box.payload) { $0.from(6)?.text }
            case "titl", "dscp", "kywd": texts[box.type] = MovieTexts.threeGP(box, reader)
            // Apple's exports have the text alone, others what comes before the texts of 3GPP.
            case "date":
                texts[box.type] = reader.read(box.payload) { bytes in
                    [0, 4, 6].lazy.compactMap { bytes.from($0) }
                        .first { (0x30...0x39).contains($0.u8(0) ?? 0) }?.text
                }
            default: break
            }
        }
        return texts
    }

    /// Reads the maker with which the notes of cameras before 2010 begin: `PENTAX DIGITAL CAMERA`, and the same of
    /// others (as exiftool documents them).
    private static func maker(_ bytes: Bytes) -> String? {
        guard let text = bytes.text, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return nil
        }
        let ending = " DIGITAL CAMERA"
        if text.hasSuffix(ending) { return String(text.dropLast(ending.count)) }
        return text == "EASTMAN KODAK COMPANY" ? text : nil
    }

    /// Returns the place in a list as iTunes writes it: `meta/ilst/©xyz/data`.
    private static func listedPlace(_ range: Range<Int>, _ reader: BoxReader) -> String? {
        guard let list = reader.first("ilst", in: range.dropFirst(4)),
            let item = reader.first(place, in: list), let data = reader.first("data", in: item)
        else { return nil }
        return reader.read(data.prefix(256)) { $0.from(8)?.text }
    }

    /// Reads a place of 3GPP TS 26.244: version, language, a name in UTF-8 or UTF-16, a role, then three fixed-point
    /// numbers.
    private static func location(_ bytes: Bytes) -> String? {
        let end: Int?
        if bytes.be16(6) == 0xFEFF {
            let mark = stride(from: 8, to: bytes.count - 1, by: 2).first { bytes.be16($0) == 0 }
            end = mark.map { $0 + 2 }
        } else {
            end = bytes.position(of: 0, from: 6).map { $0 + 1 }
        }
        // The third role is a fictitious place.
        guard let end, let role = bytes.u8(end), role < 2,
            let longitude = bytes.be32(end + 1), let latitude = bytes.be32(end + 5)
        else { return nil }
        let altitude = bytes.be32(end + 9).map(decimal) ?? ""
        return decimal(latitude) + decimal(longitude) + altitude + "/"
    }

    /// Returns a fixed-point number with its sign.
    private static func decimal(_ bits: Int) -> String {
        let value = Int(Int32(truncatingIfNeeded: bits))
        let millionths = (abs(value) * 1_000_000 + 0x8000) >> 16
        let fraction = "\(1_000_000 + millionths % 1_000_000)".dropFirst()
        return "\(value < 0 ? "-" : "+")\(millionths / 1_000_000).\(fraction)"
    }
}
