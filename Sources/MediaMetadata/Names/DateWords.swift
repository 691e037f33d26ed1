/// The marks for AM and PM in the languages of macOS, iOS and related systems.
enum Meridiem {
    /// The marks that follow a time, or in some languages precede it.
    private static let everywhere: [(mark: [UInt8], isAfternoon: Bool)] = [
        ("a.m.", false), ("p.m.", true), ("am", false), ("pm", true), ("öö", false), ("ös", true),
        ("ÖÖ", false), ("Ös", true), ("上午", false), ("下午", true), ("午前", false), ("午後", true),
        ("오전", false), ("오후", true), ("凌晨", false), ("清晨", false), ("早上", false),
        ("中午", true), ("傍晚", true), ("晚上", true),
    ].map { (Array($0.utf8), $1) }

    /// The marks that only follow a time: before it they are words of other languages.
    private static let behind: [(mark: [UInt8], isAfternoon: Bool)] = [
        ("a. m.", false), ("p. m.", true), ("a.\u{A0}m.", false), ("p.\u{A0}m.", true),
        ("a.\u{202F}m.", false), ("p.\u{202F}m.", true), ("π.μ.", false), ("μ.μ.", true),
        ("πμ", false), ("μμ", true), ("ΠΜ", false), ("ΜΜ", true), ("sa", false), ("ch", true),
        ("ptg", true), ("pg", false), ("पूर्वाह्न", false), ("अपराह्न", true), ("ص", false), ("م", true),
        ("пр.об.", false), ("сл.об.", true), ("ق.ظ", false), ("ب.ظ", true),
    ].map { (Array($0.utf8), $1) }

    private static let first = Set((everywhere + behind).compactMap(\.mark.first))

    /// Returns the mark at a position, if it is a word of its own.
    static func read(
        _ name: NameText,
        at position: Int,
        isBehind: Bool = false
    ) -> (isAfternoon: Bool, length: Int)? {
        guard let byte = name[position], first.contains(byte), !name.isLetter(position - 1) else {
            return nil
        }
        let isThere = { (row: (mark: [UInt8], isAfternoon: Bool)) in
            name.hasPrefix(row.mark, at: position)
                && !name.isLetter(position + row.mark.count)
        }
        let found =
            everywhere.first(where: isThere) ?? (isBehind ? behind.first(where: isThere) : nil)
        return found.map { ($0.isAfternoon, $0.mark.count) }
    }

    /// Skips spaces: since macOS 13 a narrow no-break space precedes the mark.
    static func skipSpace(_ name: NameText, from position: Int) -> Int {
        var position = position
        while true {
            if name[position] == 0x20 || name[position] == UInt8(ascii: "_") {
                position += 1
            } else if name.hasPrefix("\u{202F}".utf8, at: position) {
                position += 3
            } else if name.hasPrefix("\u{A0}".utf8, at: position) {
                position += 2
            } else {
                return position
            }
        }
    }
}

/// The months in English.
enum MonthName {
    private static let names = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ].map { Array($0.utf8) }

    /// Returns the month whose name, or its first three letters, is at a position.
    static func read(_ name: NameText, at position: Int) -> (month: Int, length: Int)? {
        for (index, month) in names.enumerated() {
            for text in [month[...], month.prefix(3)]
            where name.hasPrefix(text, at: position) && !name.isLetter(position + text.count) {
                return (index + 1, text.count)
            }
        }
        return nil
    }
}
