/// The pages of a database that hold rows of tables, and those that lead to others.
struct PageMap {
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

    /// Returns a page, and all to which it leads, with the numbers that the pages above allow for their rows.
    func below(_ root: UInt32) -> [UInt32: ClosedRange<Int64>] {
        var stack = [(root, RowOrder.anything)]
        var seen: [UInt32: ClosedRange<Int64>] = [:]
        while let (page, bounds) = stack.popLast() {
            guard seen.updateValue(bounds, forKey: page) == nil else { continue }
            stack += Self.parts(of: bounds, branches[page] ?? [])
        }
        return seen
    }

    /// Divides the bounds of a page among its children; if its numbers are impossible, each child gets all of them.
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
