/// A half of the day that is written beside an hour from 1 to 12.
enum HalfDay {
    case morning, afternoon

    /// Finds one at a place or behind the spaces there, as English, Spanish, Chinese, Japanese and Korean have them:
    /// `PM`, `p.m.`, `p. m.`, `下午`, `午後`, `오후`.
    ///
    /// - Returns: It, and the place behind it and the spaces that follow.
    static func find(in text: Bytes, at start: Int) -> (half: HalfDay, end: Int)? {
        let place = pastSpaces(text, start)
        guard let first = text.u8(place) else { return nil }
        if first < 0x80 { return letters(in: text, at: place) }
        guard let word = text.slice(place, 6).flatMap(\.text), let half = words[word] else {
            return nil
        }
        return (half, pastSpaces(text, place + 6))
    }

    /// The hour of the whole day; nil for one that no half of the day has.
    func hour(_ hour: Int) -> Int? {
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (self == .afternoon ? 12 : 0)
    }

    private static func letters(in text: Bytes, at start: Int) -> (half: HalfDay, end: Int)? {
        var place = start + 1
        let first = (text.u8(start) ?? 0) & 0xDF
        guard first == 0x41 || first == 0x50 else { return nil }
        if text.u8(place) == 0x2E { place = pastSpaces(text, place + 1) }
        guard (text.u8(place) ?? 0) & 0xDF == 0x4D else { return nil }
        place += 1
        if text.u8(place) == 0x2E { place += 1 }
        guard text.u8(place).map({ (0x41...0x5A).contains($0 & 0xDF) }) != true else { return nil }
        return (first == 0x41 ? .morning : .afternoon, pastSpaces(text, place))
    }

    /// Each takes six bytes of UTF-8.
    private static let words: [String: HalfDay] = [
        "上午": .morning, "午前": .morning, "오전": .morning, "凌晨": .morning, "早上": .morning,
        "下午": .afternoon, "午後": .afternoon, "오후": .afternoon, "晚上": .afternoon,
    ]

    /// Returns the place behind spaces: also those that do not break a line, U+00A0 and U+202F.
    private static func pastSpaces(_ text: Bytes, _ start: Int) -> Int {
        var place = start
        while true {
            if text.u8(place) == 0x20 {
                place += 1
            } else if text.be16(place) == 0xC2A0 {
                place += 2
            } else if text.u8(place) == 0xE2, text.be16(place + 1) == 0x80AF {
                place += 3
            } else {
                return place
            }
        }
    }
}
