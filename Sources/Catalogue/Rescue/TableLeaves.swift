/// The pages with rows of tables that miss some, and the pages of any table to which no other page leads.
struct TableLeaves {
    struct Leaf {
        let page: UInt32
        let rows: ClosedRange<Int64>
    }

    /// The pages in the order of their rows, by the root page of their table.
    private(set) var leaves: [UInt32: [Leaf]] = [:]
    /// The numbers that rows have wrongly, by the root page of their table.
    private(set) var doubtful: [UInt32: Set<Int64>] = [:]

    /// Reads all pages, and leaves only sound rows on those it finds.
    ///
    /// - Parameters:
    ///   - pages: A copy of a database whose log has been written into it.
    ///   - tables: All its tables.
    ///   - damaged: The root pages of the tables that miss rows.
    init(
        in pages: DatabasePages,
        of tables: [TableLayout],
        damaged: Set<UInt32>
    ) {
        let map = PageMap(pages)
        var (others, owners): (Set<UInt32>, [UInt32: Owner]) = ([], [:])
        var missing = damaged
        // If an index leads to rows, one of its pages has changed places with a page of a table.
        for table in [.listOfTables] + tables {
            let below = map.below(table.root)
            let foreign =
                damaged.contains(table.root)
                ? [] : map.leaves.intersection(below.keys).filter { pages.isForeign($0, to: table) }
            if table.root > 1, damaged.contains(table.root) || !foreign.isEmpty {
                missing.insert(table.root)
                for (page, bounds) in below { owners[page] = Owner(table: table, bounds: bounds) }
            } else {
                others.formUnion(Set(below.keys).subtracting(foreign))
            }
        }
        let lost = map.leaves.subtracting(pages.free())
        for page in lost.union(owners.keys).subtracting(others).sorted() {
            let owner = owners[page]
            let found = rows(on: page, of: pages, below: owner) {
                tables.table(of: $0, above: owner?.table, orOf: missing)
            }
            guard let (table, found) = found else { continue }
            take(found, for: table, on: page, of: pages)
        }
        for root in leaves.keys {
            leaves[root]?.sort { $0.rows.lowerBound < $1.rows.lowerBound }
        }
    }

    /// The table that leads to a page, with the numbers that it allows.
    private struct Owner {
        let table: TableLayout
        let bounds: ClosedRange<Int64>
    }

    /// Returns the sound rows on a page, and the table that they belong to.
    private mutating func rows(
        on page: UInt32,
        of pages: DatabasePages,
        below owner: Owner?,
        _ tableOf: ([TableLeaf.Row]) -> TableLayout?
    ) -> (TableLayout, SoundRows)? {
        guard let bytes = pages.read(page) else { return nil }
        if let free = SoundRows(bytes, pages, within: nil), let table = tableOf(free.rows) {
            guard let owner else { return (table, free) }
            if !free.rows.isEmpty, table.root != owner.table.root {
                // The pages above say nothing about the numbers of another table.
                doubtful[owner.table.root, default: []].formUnion(free.rows.map(\.number))
                return (table, free)
            }
        }
        guard let owner, var found = SoundRows(bytes, pages, within: owner.bounds) else {
            return nil
        }
        found.complete(pages, from: owner.table)
        return tableOf(found.rows).map { ($0, found) }
    }

    /// Takes the rows on a page for a table, and leaves only the sound ones there.
    private mutating func take(
        _ found: SoundRows,
        for table: TableLayout,
        on page: UInt32,
        of pages: DatabasePages
    ) {
        let numbers = found.rows.map(\.number)
        guard let first = numbers.min(), let last = numbers.max() else { return }
        pages.write(found.sound, to: page)
        if !found.doubtful.isEmpty {
            doubtful[table.root, default: []].formUnion(found.doubtful)
        }
        leaves[table.root, default: []].append(Leaf(page: page, rows: first...last))
    }
}

extension DatabasePages {
    /// Whether a page has rows that do not belong to the table that leads to it.
    fileprivate func isForeign(_ page: UInt32, to table: TableLayout) -> Bool {
        guard let bytes = read(page), let found = SoundRows(bytes, self, within: nil) else {
            return false
        }
        return !found.rows.isEmpty && !table.holds(found.rows)
    }
}
