/// A page with rows of a table. <https://www.sqlite.org/fileformat.html#b_tree_pages>
struct TableLeaf {
    struct Row {
        let number: Int64
        /// The types of its values, as the file has them.
        let types: [UInt64]
        /// Where the first value begins.
        let values: Int
    }

    /// What such a page begins with.
    static let mark: UInt8 = 0x0D

    /// The rows in the order of the page; nil for each that is of no sound form.
    let rows: [Row?]

    /// Nil for any other page.
    init?(_ page: [UInt8]) {
        guard page[0] == Self.mark else { return nil }
        let count = Int(page[3]) << 8 | Int(page[4])
        guard count > 0, 8 + 2 * count <= page.count else { return nil }
        rows = (0..<count).map { index in
            Self.row(page, at: Int(page[8 + 2 * index]) << 8 | Int(page[9 + 2 * index]))
        }
    }

    private static func row(_ page: [UInt8], at place: Int) -> Row? {
        var reader = Varint.Reader(bytes: page, place: place)
        guard reader.next() != nil, let number = reader.next(),
            number <= UInt64(DamagedTable.highestNumber)
        else { return nil }
        let start = reader.place
        guard let size = reader.next(), size < UInt64(page.count), start + Int(size) <= page.count
        else { return nil }
        var types: [UInt64] = []
        while reader.place < start + Int(size) {
            guard let type = reader.next() else { return nil }
            types.append(type)
        }
        return Row(number: Int64(number), types: types, values: start + Int(size))
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
