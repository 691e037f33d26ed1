/// Texts in encodings that files often do not declare.
extension Bytes {
    /// The text up to the first NUL, without surrounding white space: UTF-8 if it is valid, otherwise Windows-1252, in
    /// which most older texts are written.
    var textOfUnknownEncoding: String? {
        let start = beforeNUL
        if unsafe String(validating: start.raw, as: UTF8.self) != nil { return start.text }
        var scalars = String.UnicodeScalarView()
        for place in 0..<start.count {
            guard let byte = start.u8(place) else { break }
            scalars.append(Self.windows1252(byte))
        }
        return String(scalars).utf8.isEmpty ? nil : String(scalars)
    }

    /// Decodes 16-bit units up to the first zero; a byte order mark takes precedence over `isBigEndian`.
    func utf16Text(isBigEndian: Bool) -> String? {
        var (isBig, start) = (isBigEndian, 0)
        if be16(0) == 0xFEFF { (isBig, start) = (true, 2) }
        if be16(0) == 0xFFFE { (isBig, start) = (false, 2) }
        var units: [UInt16] = []
        for place in stride(from: start, to: min(count, AnswerLimits.text * 2), by: 2) {
            guard let unit = isBig ? be16(place) : le16(place), unit != 0 else { break }
            units.append(UInt16(truncatingIfNeeded: unit))
        }
        return units.isEmpty ? nil : String(decoding: units, as: UTF16.self)
    }

    /// Whether big-endian order makes more letters of the 16-bit units; many programs declare the wrong order.
    var utf16IsLikelyBigEndian: Bool {
        var (big, little) = (0, 0)
        for place in stride(from: 0, to: min(count, 256) & ~1, by: 2) {
            if u8(place) == 0 { big += 1 }
            if u8(place + 1) == 0 { little += 1 }
        }
        return big > little
    }

    /// The Windows-1252 characters at Latin-1's control codes.
    private static let specials: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(specials[Int(byte) - 0x80]) ?? "\u{FFFD}"
    }
}
