internal import PhotoModel

/// The values read from IPTC-IIM 4.2: a date, and texts that people wrote.
struct IPTCFacts {
    /// `YYYYMMDD` and `HHMMSS±HHMM` (2:55 and 2:60) as one ISO 8601 text.
    private(set) var date: String?
    /// 2:05.
    private(set) var title: String?
    /// 2:120.
    private(set) var caption: String?
    /// 2:25, without duplicates.
    private(set) var keywords: [String] = []

    /// Reads the records inside the resources of Photoshop.
    init?(photoshop segment: Bytes) {
        guard let found = PhotoshopResources.read(0x0404, in: segment, { IPTCFacts($0) }) else {
            return nil
        }
        self = found
    }

    /// Reads consecutive records.
    init(_ records: Bytes) {
        var (day, time): (String?, String?) = (nil, nil)
        var isUTF8: Bool?
        var position = 0
        while records.u8(position) == 0x1C, let length = records.be16(position + 3), length < 0x8000
        {
            guard let value = records.slice(position + 5, length) else { break }
            switch records.be16(position + 1) {
            case 0x015A: isUTF8 = value.hasPrefix("\u{1B}%G")
            case 0x0237: day = value.text
            case 0x023C: time = value.text
            case .some(let dataset): note(dataset, value, isUTF8)
            case nil: break
            }
            position += 5 + length
        }
        date = Self.date(day, time)
    }

    private mutating func note(_ dataset: Int, _ value: Bytes, _ isUTF8: Bool?) {
        // Few files declare the character set, some of them wrongly: valid UTF-8 is read as such.
        let text = { isUTF8 == true ? value.text : value.textOfUnknownEncoding }
        switch dataset {
        case 0x0205: title = title ?? text()
        case 0x0278: caption = caption ?? text()
        case 0x0219 where keywords.count < AnswerLimits.keywords:
            if let word = text() { keywords.append(word) }
        default: break
        }
    }

    private static func date(_ day: String?, _ time: String?) -> String? {
        // Some programs write dashes, as in ISO 8601.
        let digits = day.map { $0.utf8.filter { $0 != 0x2D && $0 != 0x3A } }
        guard let day = digits, day.count == 8 else { return nil }
        func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
        let date = "\(text(day[0..<4]))-\(text(day[4..<6]))-\(text(day[6..<8]))"
        let clock = (time ?? "").utf8.filter { $0 != 0x3A && $0 != 0x20 }
        let local = clock.prefix { (0x30...0x39).contains($0) }
        guard local.count == 4 || local.count == 6 else { return date }
        let zone = clock[local.endIndex...]
        let fields = stride(from: 0, to: local.count, by: 2).map { text(local[$0..<$0 + 2]) }
        let full = "\(date)T\(fields.joined(separator: ":"))\(text(zone))"
        // A wrong time does not cost the day.
        return DateText.parse(full, source: .iptc) == nil ? date : full
    }
}
