/// Puts pages with rows below the root pages of their tables, replacing what was there.
struct LeafGraft {
    private var pages: DatabasePages
    private let leaves: [UInt32: [TableLeaves.Leaf]]

    /// - Parameters:
    ///   - pages: A database whose log has been written into it.
    ///   - leaves: The pages in the order of their rows, by the root page of their table.
    init(_ pages: DatabasePages, _ leaves: [UInt32: [TableLeaves.Leaf]]) {
        (self.pages, self.leaves) = (pages, leaves)
    }

    mutating func run() {
        // Pages at the place of a root page are moved away before anything is written there.
        var children: [UInt32: [BranchPage.Child]] = [:]
        for (root, leaves) in leaves {
            for leaf in leaves {
                if let child = child(leaf) { children[root, default: []].append(child) }
            }
        }
        for (root, children) in children { put(children, below: root) }
        pages.finish()
    }

    private mutating func child(_ leaf: TableLeaves.Leaf) -> BranchPage.Child? {
        guard leaves[leaf.page] != nil else {
            return BranchPage.Child(page: leaf.page, last: leaf.rows.upperBound)
        }
        guard let bytes = pages.read(leaf.page) else { return nil }
        return BranchPage.Child(page: pages.append(bytes), last: leaf.rows.upperBound)
    }

    private mutating func put(_ all: [BranchPage.Child], below root: UInt32) {
        var children = all
        while children.count > BranchPage.capacity {
            children = stride(from: 0, to: children.count, by: BranchPage.capacity).map { start in
                let part = children[start..<min(start + BranchPage.capacity, children.count)]
                let page = pages.append(content(above: Array(part)))
                return BranchPage.Child(page: page, last: part.map(\.last).max() ?? 0)
            }
        }
        pages.write(content(above: children), to: root)
    }

    /// Returns a page that leads to others, or an only child itself: SQLite reads no page that leads to one only.
    private func content(above children: [BranchPage.Child]) -> [UInt8] {
        if let only = children.first, children.count == 1, let bytes = pages.read(only.page) {
            return bytes
        }
        var bytes = [UInt8](repeating: 0, count: FirstPage.size)
        BranchPage.write(into: &bytes, at: 0, above: children)
        return bytes
    }
}
