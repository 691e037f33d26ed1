internal import Glibc

/// A rebuilt first page of a database: its header, and the root of the list of tables above those pages of the list
/// that are found. <https://www.sqlite.org/fileformat.html>
struct FirstPage {
    /// SQLite's default page size, which Heliograph never changes.
    static let size = 4_096
    /// The size of the header, before the list of tables on the first page.
    static let headerSize = 100
    private let path: String
    private let log: Bool

    /// `path`: A database file of pages of ``size`` bytes.
    init(of path: String) {
        self.path = path
        var found = stat()
        log = unsafe stat(path + "-wal", &found) == 0 && found.st_size > 0
    }

    /// A page of the list of tables, and the numbers of its first and last row.
    private struct Leaf {
        let page: UInt32
        let rows: ClosedRange<Int64>
    }

    /// The kind of first page that a copy gets.
    enum Kind {
        /// The page in the file or in its log.
        case kept
        /// A page with the tables that are found.
        case found
        /// A page without tables.
        case empty
    }

    /// Copies the file and its log, and writes a first page into the copy.
    func write(_ kind: Kind, to copy: String) {
        let isInLog = LogPages.fault(of: path) != nil
        if log, !isInLog { _ = Self.copy(path + "-wal", to: copy + "-wal") }
        guard let file = Self.copy(path, to: copy) else { return }
        defer { close(file) }
        if isInLog { LogPages(of: path).write(to: file) }
        // The remaining part of a page that is cut off in the middle can be read.
        let pages = DatabasePages(file)
        _ = ftruncate(file, Int(pages.count) * Self.size)
        let leaves = kind == .found ? leaves(of: pages) : []
        guard kind == .empty || !leaves.isEmpty else { return }
        let page = page(above: leaves, pages: pages.count)
        _ = unsafe pwrite(file, page, page.count, 0)
    }

    /// Copies a file, and returns the open copy.
    static func copy(_ path: String, to copy: String) -> Int32? {
        let source = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard source >= 0 else { return nil }
        defer { close(source) }
        let flags = O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let target = unsafe open(copy, flags, 0o600)
        guard target >= 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = unsafe read(source, &buffer, buffer.count), count > 0 {
            guard unsafe Glibc.write(target, buffer, count) == count else {
                close(target)
                return nil
            }
        }
        return target
    }

    /// Returns the pages of the list of tables, in the order of their rows; of two with the same rows, the later one.
    private func leaves(of pages: DatabasePages) -> [Leaf] {
        var found: [Leaf] = []
        for page in 2...max(2, pages.count) {
            guard let rows = pages.read(page).flatMap(SchemaLeaf.init)?.rows else { continue }
            found.removeAll { $0.rows.overlaps(rows) }
            found.append(Leaf(page: page, rows: rows))
        }
        return found.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    }

    private func page(above leaves: [Leaf], pages: UInt32) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: Self.size)
        page.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
        page.put(UInt32(Self.size), 2, at: 16)
        page.replaceSubrange(18..<24, with: log ? [2, 2, 0, 64, 32, 32] : [1, 1, 0, 64, 32, 32])
        for (place, value) in [(24, 1), (28, pages), (40, 1), (44, 4), (56, 1), (92, 1)] {
            page.put(value, 4, at: place)
        }
        page.put(UInt32(Schema.applicationID), 4, at: 68)
        page.put(3_040_000, 4, at: 96)
        guard !leaves.isEmpty else {
            page[Self.headerSize] = TableLeaf.mark
            page.put(UInt32(Self.size), 2, at: 105)
            return page
        }
        BranchPage.write(
            into: &page,
            at: Self.headerSize,
            above: leaves.map { BranchPage.Child(page: $0.page, last: $0.rows.upperBound) }
        )
        return page
    }
}
