/// Years and months in the names of directories.
extension DirectoryDate {
    /// Finds `2019-07`, alone or before a word.
    static func month(_ name: NameText) -> (year: Int, month: Int)? {
        guard name.digits(at: 0) == 4, let year = year(name, at: 0) else { return nil }
        guard let joint = name[4], "-_. ".utf8.contains(joint), name.digits(at: 5) == 2,
            let month = name.number(at: 5, 2), (1...12).contains(month), endsNumber(name, at: 7)
        else { return nil }
        return (year, month)
    }

    /// Finds `2019`, alone, before a word or after one; a second number makes it something else.
    static func year(_ name: NameText) -> Int? {
        let starts = name.bytes.indices.filter { name.isDigit($0) && !name.isDigit($0 - 1) }
        guard starts.count == 1, let start = starts.first, name.digits(at: start) == 4,
            start == 0 || start + 4 == name.bytes.count, !name.isLetter(start - 1),
            !name.isLetter(start + 4), !"+.,$".utf8.contains(name[start - 1] ?? 0)
        else { return nil }
        return year(name, at: start)
    }

    private static func year(_ name: NameText, at start: Int) -> Int? {
        name.number(at: start, 4).flatMap { (1_826...2_100).contains($0) ? $0 : nil }
    }

    /// Returns the one or two numbers, of at most two digits each, that a name begins with.
    static func leadingNumbers(_ name: NameText) -> [Int]? {
        let count = name.digits(at: 0)
        guard (1...2).contains(count), let first = name.number(at: 0, count) else { return nil }
        if let joint = name[count], "-_.".utf8.contains(joint) {
            let next = name.digits(at: count + 1)
            if (1...2).contains(next), let second = name.number(at: count + 1, next),
                endsNumber(name, at: count + 1 + next)
            {
                return [first, second]
            }
        }
        return endsNumber(name, at: count) ? [first] : nil
    }

    /// Whether the number ends here rather than being part of a longer one.
    private static func endsNumber(_ name: NameText, at position: Int) -> Bool {
        guard let byte = name[position] else { return true }
        guard !NameText.isDigit(byte), !name.isLetter(position), byte != UInt8(ascii: ",") else {
            return false
        }
        return !name.isDigit(position + 1) || byte == 0x20
    }
}
