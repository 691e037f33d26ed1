/// The complete rows on a page of a damaged database.
struct SoundRows {
    private var page: [UInt8]
    private(set) var rows: [TableLeaf.Row] = []
    /// The numbers that rows have wrongly.
    private(set) var doubtful: Set<Int64> = []
    /// The places of rows whose numbers are unknown, with their ends.
    private var unknown: [Int: Int] = [:]
    /// Whether the page or one of its rows is malformed.
    private let isDamaged: Bool

    /// `bounds`: The numbers that a page above allows, which proves that this one has rows; nil if no page leads to it.
    init?(_ page: [UInt8], _ pages: DatabasePages, within bounds: ClosedRange<Int64>?) {
        let leaf = TableLeaf(page, isLeaf: bounds != nil)
        guard leaf != nil || bounds != nil && page[0] != BranchPage.mark else { return nil }
        self.page = page
        let found = leaf?.rows ?? []
        var places: Set<Int> = []
        // If two pointers lead to one row, no pointer leads to another.
        let whole = found.compactMap(\.self).filter {
            $0.rest.map(pages.isWhole) ?? true && places.insert($0.place).inserted
        }
        isDamaged = leaf == nil || whole.count < found.count
        take(whole, RowOrder(whole.map(\.number), within: bounds ?? RowOrder.anything))
    }

    /// Takes rows in the order of the page; if the number of one is out of order, the right one may be known.
    private mutating func take(_ found: [TableLeaf.Row], _ order: RowOrder) {
        for (row, verdict) in zip(found, order.verdicts) {
            guard verdict != .right else {
                rows.append(row)
                continue
            }
            doubtful.insert(row.number)
            guard case .wrong(let number) = verdict, put(number, into: row) else {
                unknown[row.place] = row.end
                continue
            }
        }
    }

    /// Gives a row its number, if there is room for it.
    private mutating func put(_ number: Int64, into row: TableLeaf.Row) -> Bool {
        let bytes = Varint.bytes(UInt64(number))
        guard bytes.count == row.numberPlace.count else { return false }
        page.replaceSubrange(row.numberPlace, with: bytes)
        guard let row = TableLeaf.row(page, at: row.place) else { return false }
        rows.append(row)
        return true
    }

    /// Looks for rows of a table at places to which the page does not lead.
    ///
    /// Such rows may have been deleted: an indexer that continues with the catalogue finds that their files are gone.
    mutating func complete(_ pages: DatabasePages, from table: TableLayout) {
        guard isDamaged else { return }
        var place = TableLeaf.headerSize
        let known = Dictionary(rows.map { ($0.place, $0.end) }) { first, _ in first }
            .merging(unknown) { first, _ in first }
        while place < page.count {
            if let end = known[place] {
                place = end
            } else if let row = TableLeaf.row(page, at: place), table.isSurely(row),
                row.rest.map(pages.isWhole) ?? true
            {
                rows.append(row)
                place = row.end
            } else {
                place += 1
            }
        }
    }

    /// The page with these rows in the order of their numbers, which SQLite accepts.
    var sound: [UInt8] {
        var (sound, numbers): ([UInt8], Set<Int64>) = (page, [])
        let beginning = TableLeaf.headerSize + 2 * rows.count
        let kept = rows.sorted { $0.number < $1.number }.filter {
            $0.place >= beginning && numbers.insert($0.number).inserted
        }
        sound.replaceSubrange(0..<8, with: [TableLeaf.mark] + repeatElement(0, count: 7))
        sound.put(UInt32(kept.count), 2, at: 3)
        sound.put(UInt32(kept.map(\.place).min() ?? page.count), 2, at: 5)
        for (index, row) in kept.enumerated() {
            sound.put(UInt32(row.place), 2, at: TableLeaf.headerSize + 2 * index)
        }
        return sound
    }
}
