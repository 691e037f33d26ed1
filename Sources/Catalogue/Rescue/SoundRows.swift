/// The rows on a page of a damaged database of which every byte is there.
struct SoundRows {
    private let page: [UInt8]
    private(set) var rows: [TableLeaf.Row]
    /// Whether the page is of no sound form, or one of its rows is not.
    private let isDamaged: Bool

    /// `isLeaf`: Whether a page above leads to this one, so that it has rows whatever it says.
    init?(_ page: [UInt8], _ pages: DatabasePages, isLeaf: Bool) {
        let leaf = TableLeaf(page, isLeaf: isLeaf)
        guard leaf != nil || isLeaf && page[0] != BranchPage.mark else { return nil }
        self.page = page
        let found = leaf?.rows ?? []
        rows = found.compactMap(\.self).filter { $0.rest.map(pages.isWhole) ?? true }
        isDamaged = leaf == nil || rows.count < found.count
    }

    /// Looks for rows of a table where the page leads to none.
    ///
    /// What lies there may have been deleted: whoever goes on with the catalogue finds that its file is gone.
    mutating func complete(_ pages: DatabasePages, from table: TableLayout) {
        guard isDamaged else { return }
        var place = TableLeaf.headerSize
        let known = Dictionary(rows.map { ($0.place, $0.end) }) { first, _ in first }
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

    /// The page with these rows in the order of their numbers, in which SQLite finds nothing wrong.
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
