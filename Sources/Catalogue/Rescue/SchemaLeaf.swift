/// A page with rows of the list of tables, `sqlite_schema`.
struct SchemaLeaf {
    /// The numbers of its first and last row.
    let rows: ClosedRange<Int64>

    /// Nil for any other page.
    ///
    /// `pages`: How many pages the file has.
    init?(_ page: [UInt8], pages: UInt32) {
        guard page[0] == 0x0D else { return nil }
        let count = Int(page[3]) << 8 | Int(page[4])
        guard count > 0, 8 + 2 * count <= page.count else { return nil }
        var numbers: [Int64] = []
        for index in 0..<count {
            let place = Int(page[8 + 2 * index]) << 8 | Int(page[9 + 2 * index])
            guard let number = Self.row(page, at: place, pages: pages) else { return nil }
            guard numbers.last.map({ $0 < number }) ?? true else { return nil }
            numbers.append(number)
        }
        rows = numbers[0]...numbers[count - 1]
    }

    /// The number of a row of a type, two names, the page of a root and a text; nil if it is of anything else.
    private static func row(_ page: [UInt8], at place: Int, pages: UInt32) -> Int64? {
        var reader = Varint.Reader(bytes: page, place: place)
        guard let length = reader.next(), let number = reader.next(), number < 1 << 31 else {
            return nil
        }
        let start = reader.place
        guard length < UInt64(page.count), start + Int(length) <= page.count,
            let headerSize = reader.next(), headerSize <= length
        else { return nil }
        var types: [UInt64] = []
        while reader.place < start + Int(headerSize) {
            guard let type = reader.next() else { return nil }
            types.append(type)
        }
        guard types.count == 5, types[0] >= 13, types[0] % 2 == 1, types[1] >= 13,
            types[1] % 2 == 1,
            types[2] >= 13, types[2] % 2 == 1, types[3] <= 9, types[4] == 0 || types[4] % 2 == 1
        else { return nil }
        let nameLength = Int((types[0] - 13) / 2)
        let nameStart = start + Int(headerSize)
        guard nameStart + nameLength <= page.count else { return nil }
        let kind = String(decoding: page[nameStart..<nameStart + nameLength], as: UTF8.self)
        return kind == "table" || kind == "index" ? Int64(number) : nil
    }
}

/// The numbers of changing length in SQLite's files.
enum Varint {
    static func bytes(_ value: UInt64) -> [UInt8] {
        var (bytes, rest) = ([UInt8(value & 0x7F)], value >> 7)
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }

    struct Reader {
        let bytes: [UInt8]
        private(set) var place: Int

        init(bytes: [UInt8], place: Int) { (self.bytes, self.place) = (bytes, place) }

        /// The next number, of at most eight bytes; nil beyond the end.
        mutating func next() -> UInt64? {
            var value: UInt64 = 0
            for _ in 0..<8 {
                guard place < bytes.count else { return nil }
                let byte = bytes[place]
                place += 1
                value = value << 7 | UInt64(byte & 0x7F)
                if byte & 0x80 == 0 { return value }
            }
            return nil
        }
    }
}
