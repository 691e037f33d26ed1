/// The pages with rows of tables that miss some, and those of any table to which no page leads.
struct TableLeaves {
    struct Leaf {
        let page: UInt32
        let rows: ClosedRange<Int64>
    }

    /// By the pages that the tables begin with, in the order of their rows.
    private(set) var leaves: [UInt32: [Leaf]] = [:]
    /// By the same pages: The numbers that rows have which are not theirs.
    private(set) var doubtful: [UInt32: Set<Int64>] = [:]

    /// Reads all pages, and leaves only what is sound on those it finds.
    ///
    /// - Parameters:
    ///   - pages: A copy of a database whose log has been written into it.
    ///   - tables: All its tables.
    ///   - damaged: The pages that those begin with which miss rows.
    init(
        in pages: DatabasePages,
        of tables: [TableLayout],
        damaged: Set<UInt32>
    ) {
        let map = PageMap(pages)
        // Where an index leads to rows, a page of it has changed places with one of a table.
        let others = map.below([1] + tables.map(\.root).filter { !damaged.contains($0) })
        var owners: [UInt32: (table: TableLayout, bounds: ClosedRange<Int64>)] = [:]
        for table in tables where damaged.contains(table.root) {
            for (page, bounds) in map.below([table.root]) { owners[page] = (table, bounds) }
        }
        let lost = map.leaves.subtracting(pages.free())
        for page in lost.union(owners.keys).subtracting(others.keys).sorted() {
            let owner = owners[page]?.table
            guard let bytes = pages.read(page),
                var found = SoundRows(bytes, pages, within: owners[page]?.bounds)
            else { continue }
            if let owner { found.complete(pages, from: owner) }
            let numbers = found.rows.map(\.number)
            guard let first = numbers.min(), let last = numbers.max(),
                let table = tables.table(of: found.rows, above: owner)
            else { continue }
            pages.write(found.sound, to: page)
            if !found.doubtful.isEmpty {
                doubtful[table.root, default: []].formUnion(found.doubtful)
            }
            leaves[table.root, default: []].append(Leaf(page: page, rows: first...last))
        }
        for root in leaves.keys {
            leaves[root]?.sort { $0.rows.lowerBound < $1.rows.lowerBound }
        }
    }
}

/// Which pages of a database hold rows of tables, and which lead to others.
private struct PageMap {
    private(set) var leaves: Set<UInt32> = []
    private var branches: [UInt32: [BranchPage.Child]] = [:]

    init(_ pages: DatabasePages) {
        for page in 1...max(1, pages.count) {
            guard let bytes = pages.read(page) else { continue }
            let place = page == 1 ? FirstPage.headerSize : 0
            switch bytes[place] {
            case TableLeaf.mark: leaves.insert(page)
            case BranchPage.mark: branches[page] = BranchPage.children(of: bytes, at: place)
            default: break
            }
        }
    }

    /// Pages, and all to which they lead, with the numbers that their rows can have by what the pages above say.
    func below(_ pages: [UInt32]) -> [UInt32: ClosedRange<Int64>] {
        var stack = pages.map { ($0, RowOrder.anything) }
        var seen: [UInt32: ClosedRange<Int64>] = [:]
        while let (page, bounds) = stack.popLast() {
            guard seen.updateValue(bounds, forKey: page) == nil else { continue }
            stack += Self.parts(of: bounds, branches[page] ?? [])
        }
        return seen
    }

    /// A page that says itself what cannot be is not believed about any.
    private static func parts(
        of bounds: ClosedRange<Int64>,
        _ children: [BranchPage.Child]
    ) -> [(UInt32, ClosedRange<Int64>)] {
        var (low, parts): (Int64, [(UInt32, ClosedRange<Int64>)]) = (bounds.lowerBound, [])
        for child in children {
            let high = min(child.last, bounds.upperBound)
            guard low <= high else { return children.map { ($0.page, bounds) } }
            parts.append((child.page, low...high))
            low = high == .max ? high : high + 1
        }
        return parts
    }
}
