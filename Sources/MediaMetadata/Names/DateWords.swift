/// Marks of the half of the day in the languages of macOS, iOS and their relatives.
enum Meridiem {
    private static let marks: [(mark: [UInt8], isAfternoon: Bool)] = [
        ("a.m.", false), ("p.m.", true), ("am", false), ("pm", true), ("öö", false), ("ös", true),
        ("ÖÖ", false), ("Ös", true), ("上午", false), ("下午", true), ("午前", false), ("午後", true),
        ("오전", false), ("오후", true),
    ].map { (Array($0.utf8), $1) }

    /// The mark at a position, as a word of its own.
    static func read(_ name: NameText, at position: Int) -> (isAfternoon: Bool, length: Int)? {
        guard let first = name[position], first >= 0xC0 || first == 0x61 || first == 0x70,
            !name.isLetter(position - 1)
        else { return nil }
        let found = marks.first { name.hasPrefix($0.mark, at: position) }
        guard let found, !name.isLetter(position + found.mark.count) else { return nil }
        return (found.isAfternoon, found.mark.count)
    }

    /// Skips spaces: since macOS 13 a narrow no-break space stands before the mark.
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

    /// The month whose name, or its first three letters, is at a position.
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
