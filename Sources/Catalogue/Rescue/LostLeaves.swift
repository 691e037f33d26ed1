/// Pages with rows of tables that no page leads to any longer, because one above them is damaged.
struct LostLeaves {
    struct Leaf {
        let page: UInt32
        let rows: ClosedRange<Int64>
    }

    /// By the pages that the tables begin with, in the order of their rows.
    private(set) var leaves: [UInt32: [Leaf]] = [:]

    /// Reads all pages.
    ///
    /// - Parameters:
    ///   - pages: A database whose log has been written into it.
    ///   - tables: Those that miss rows.
    ///   - roots: The pages that all its tables and indexes begin with.
    init(in pages: DatabasePages, of tables: [TableLayout], roots: [UInt32]) {
        for page in Self.unreached(pages, from: roots) {
            guard let leaf = pages.read(page).flatMap(TableLeaf.init) else { continue }
            let rows = leaf.rows.compactMap(\.self)
            let numbers = rows.map(\.number)
            guard let first = numbers.min(), let last = numbers.max(),
                let table = tables.table(of: rows)
            else { continue }
            leaves[table.root, default: []].append(Leaf(page: page, rows: first...last))
        }
        for root in leaves.keys {
            leaves[root]?.sort { $0.rows.lowerBound < $1.rows.lowerBound }
        }
    }

    /// The pages with rows that are neither free nor below one of those that tables begin with.
    private static func unreached(_ pages: DatabasePages, from roots: [UInt32]) -> Set<UInt32> {
        var (leaves, branches): (Set<UInt32>, [UInt32: [UInt32]]) = ([], [:])
        for page in 1...max(1, pages.count) {
            guard let bytes = pages.read(page) else { continue }
            let place = page == 1 ? FirstPage.headerSize : 0
            switch bytes[place] {
            case TableLeaf.mark: leaves.insert(page)
            case BranchPage.mark: branches[page] = BranchPage.children(of: bytes, at: place)
            default: break
            }
        }
        leaves.subtract(pages.free())
        var (stack, seen): ([UInt32], Set<UInt32>) = ([1] + roots, [])
        while let page = stack.popLast() {
            guard seen.insert(page).inserted else { continue }
            leaves.remove(page)
            stack += branches[page] ?? []
        }
        return leaves
    }
}
