internal import Glibc

/// Puts pages with rows below the page that a table begins with, in the place of what is there.
struct LeafGraft {
    private let file: Int32
    private var count: UInt32

    /// `file`: A database whose log has been written into it, open for writing.
    init(_ file: Int32) {
        self.file = file
        count = DatabasePages(file).count
    }

    /// `leaves`: In the order of their rows.
    mutating func put(_ leaves: [LostLeaves.Leaf], below root: UInt32) {
        var children = leaves.map { BranchPage.Child(page: $0.page, last: $0.rows.upperBound) }
        while children.count > BranchPage.capacity {
            children = stride(from: 0, to: children.count, by: BranchPage.capacity).map { start in
                let part = children[start..<min(start + BranchPage.capacity, children.count)]
                count += 1
                write(Array(part), as: count)
                return BranchPage.Child(page: count, last: part.map(\.last).max() ?? 0)
            }
        }
        guard !children.isEmpty else { return }
        write(children, as: root)
    }

    private func write(_ children: [BranchPage.Child], as page: UInt32) {
        var bytes = [UInt8](repeating: 0, count: FirstPage.size)
        BranchPage.write(into: &bytes, at: 0, above: children)
        _ = unsafe pwrite(file, bytes, bytes.count, off_t(page - 1) * off_t(bytes.count))
    }

    /// Writes into the header how many pages there are, and that no log belongs to the file.
    func finish() {
        var header = [UInt8](repeating: 0, count: FirstPage.headerSize)
        guard unsafe pread(file, &header, header.count, 0) == header.count else { return }
        header.put(count, 4, at: 28)
        // The number of pages is believed if it was written with the last change.
        header.replaceSubrange(92..<96, with: header[24..<28])
        header.replaceSubrange(18..<20, with: [1, 1])
        _ = unsafe pwrite(file, header, header.count, 0)
    }
}
