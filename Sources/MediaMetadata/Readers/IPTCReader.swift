/// Date and time of creation from IPTC-IIM (2:55 and 2:60).
enum IPTCReader {
    /// The records inside a Photoshop image resource block (8BIM 0x0404) of an APP13 segment.
    static func dateInPhotoshopBlock(_ segment: Bytes) -> String? {
        guard segment.hasPrefix("Photoshop 3.0\u{0}") else { return nil }
        var position = 14
        while segment.hasPrefix("8BIM", at: position) {
            guard let kind = segment.be16(position + 4), let name = segment.u8(position + 6) else {
                return nil
            }
            let data = position + 6 + ((Int(name) + 2) & ~1)
            guard let length = segment.be32(data) else { return nil }
            if kind == 0x0404 { return segment.slice(data + 4, length).flatMap(date) }
            position = data + 4 + ((length + 1) & ~1)
        }
        return nil
    }

    /// `YYYYMMDD` and `HHMMSS±HHMM` as one ISO 8601 text.
    static func date(_ records: Bytes) -> String? {
        var day: String?
        var time: String?
        var position = 0
        while records.u8(position) == 0x1C, let length = records.be16(position + 3), length < 0x8000
        {
            let value = records.slice(position + 5, length)?.text
            if records.be16(position + 1) == 0x0237 { day = value }
            if records.be16(position + 1) == 0x023C { time = value }
            position += 5 + length
        }
        guard let day = day.map({ Array($0.utf8) }), day.count == 8 else { return nil }
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        let date = "\(text(day[0..<4]))-\(text(day[4..<6]))-\(text(day[6..<8]))"
        guard let clock = time.map({ Array($0.utf8) }), clock.count >= 6 else {
            return "\(date)T00:00:00"
        }
        let zone = clock.count == 11 ? "\(text(clock[6..<9])):\(text(clock[9..<11]))" : ""
        return "\(date)T\(text(clock[0..<2])):\(text(clock[2..<4])):\(text(clock[4..<6]))\(zone)"
    }
}
