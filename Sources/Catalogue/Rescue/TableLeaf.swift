/// A page with rows of a table. <https://www.sqlite.org/fileformat.html#b_tree_pages>
struct TableLeaf {
    struct Row {
        let number: Int64
        /// The place of the number.
        let numberPlace: Range<Int>
        /// The types of the values, as stored in the file.
        let types: [UInt64]
        /// The place of the first value.
        let values: Int
        /// The place where the row begins.
        let place: Int
        /// The first overflow page and the number of overflow pages; nil if the row fits on this page.
        let rest: (page: UInt32, count: Int)?
        /// The end of the part of the row that is on this page.
        let end: Int
    }

    /// The first byte of such a page.
    static let mark: UInt8 = 0x0D
    static let headerSize = 8
    /// The length that no row reaches, unless it is damaged.
    private static let mostBytes = 1 << 24
    /// The first bytes of the other pages of tables and indexes.
    private static let otherMarks: Set<UInt8> = [0x02, 0x05, 0x0A]

    /// The rows in the order of the page; nil for each malformed one.
    let rows: [Row?]

    /// Nil for any other page.
    ///
    /// `isLeaf`: Whether a page above leads to this one, so that only its first byte may be damaged.
    init?(_ page: [UInt8], isLeaf: Bool = false) {
        let isMarked = page[0] == Self.mark || isLeaf && !Self.otherMarks.contains(page[0])
        let count = Int(page.number(at: 3, bytes: 2))
        guard isMarked, count > 0, Self.headerSize + 2 * count <= page.count else { return nil }
        rows = (0..<count).map { index in
            Self.row(page, at: Int(page.number(at: Self.headerSize + 2 * index, bytes: 2)))
        }
    }

    static func row(_ page: [UInt8], at place: Int) -> Row? {
        var reader = Varint.Reader(bytes: page, place: place)
        let length = reader.next()
        let beginning = reader.place
        guard let length, let number = reader.next(),
            number <= UInt64(DamagedTable.highestNumber), length < mostBytes
        else { return nil }
        let start = reader.place
        let inside = Self.lengthInside(of: Int(length), on: page.count)
        guard let size = reader.next(), size > 1, size <= UInt64(inside),
            start + inside + (inside < length ? 4 : 0) <= page.count
        else { return nil }
        let values = start + Int(size)
        var (types, sum): ([UInt64], UInt64) = ([], size)
        while reader.place < values {
            guard let type = reader.next(), type < 1 << 32 else { return nil }
            types.append(type)
            sum += Self.length(of: type)
        }
        // SQLite reads no row whose length differs from that of its values.
        guard reader.place == values, sum == length else { return nil }
        var rest: (UInt32, Int)?
        if inside < length {
            let outside = Int(length) - inside
            rest = (page.number(at: start + inside), (outside + page.count - 5) / (page.count - 4))
        }
        return Row(
            number: Int64(number),
            numberPlace: beginning..<start,
            types: types,
            values: values,
            place: place,
            rest: rest,
            end: start + inside + (rest == nil ? 0 : 4)
        )
    }

    /// Returns how many bytes of a row are on its page.
    /// <https://www.sqlite.org/fileformat.html#cell_payload_overflow_pages>
    private static func lengthInside(of length: Int, on page: Int) -> Int {
        guard length > page - 35 else { return length }
        let least = (page - 12) * 32 / 255 - 23
        let whole = least + (length - least) % (page - 4)
        return whole <= page - 35 ? whole : least
    }

    /// Returns how many bytes a value of a type takes.
    private static func length(of type: UInt64) -> UInt64 {
        switch type {
        case 0...4: type
        case 5: 6
        case 6, 7: 8
        case 12...: (type - 12) / 2
        default: 0
        }
    }
}
