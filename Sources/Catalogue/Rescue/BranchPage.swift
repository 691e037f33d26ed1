/// A page of a table that leads to others. <https://www.sqlite.org/fileformat.html#b_tree_pages>
enum BranchPage {
    /// A page, and the number of the last row on it or below it.
    struct Child {
        let page: UInt32
        let last: Int64
    }

    /// The first byte of such a page.
    static let mark: UInt8 = 0x05
    /// The largest number of children that one page has, whatever the numbers of their rows.
    static let capacity = 250

    /// Writes the page, whose header begins at `place`; `children` are in the order of their rows, at least one.
    static func write(into page: inout [UInt8], at place: Int, above children: [Child]) {
        page[place] = mark
        page.put(UInt32(children.count - 1), 2, at: place + 3)
        var end = page.count
        for (index, child) in children.dropLast().enumerated() {
            let key = Varint.bytes(UInt64(child.last))
            end -= 4 + key.count
            page.put(child.page, 4, at: end)
            page.replaceSubrange(end + 4..<end + 4 + key.count, with: key)
            page.put(UInt32(end), 2, at: place + 12 + 2 * index)
        }
        page.put(UInt32(end), 2, at: place + 5)
        page.put(children.last?.page ?? 0, 4, at: place + 8)
    }

    /// Returns the pages that a page with its header at `place` leads to, in the order of their rows.
    ///
    /// The last one is only known to have rows that come after all others.
    static func children(of page: [UInt8], at place: Int) -> [Child] {
        let count = Int(page.number(at: place + 3, bytes: 2))
        var children: [Child] = []
        for index in 0..<min(count, (page.count - place - 12) / 2) {
            let cell = Int(page.number(at: place + 12 + 2 * index, bytes: 2))
            guard cell + 4 <= page.count else { continue }
            var reader = Varint.Reader(bytes: page, place: cell + 4)
            let last = reader.next().flatMap { Int64(exactly: $0) } ?? .max
            children.append(Child(page: page.number(at: cell), last: last))
        }
        return children + [Child(page: page.number(at: place + 8), last: .max)]
    }
}

extension [UInt8] {
    /// Writes the lowest `count` bytes of a number at a place, the highest first.
    mutating func put(_ value: UInt32, _ count: Int, at place: Int) {
        for index in 0..<count {
            self[place + index] = UInt8(
                truncatingIfNeeded: value >> (8 * UInt32(count - 1 - index))
            )
        }
    }

    /// Returns the number at a place, the highest byte first.
    func number(at place: Int, bytes: Int = 4) -> UInt32 {
        self[place..<place + bytes].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
