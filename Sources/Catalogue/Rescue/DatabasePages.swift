internal import Glibc

/// The pages of a database file.
struct DatabasePages {
    private let file: Int32
    /// The number of pages, including one that is cut off in the middle.
    private(set) var count: UInt32

    init(_ file: Int32) {
        self.file = file
        count = UInt32(clamping: (lseek(file, 0, SEEK_END) + FirstPage.size - 1) / FirstPage.size)
    }

    /// Returns the bytes of a page; nil if it cannot be read whole.
    func read(_ page: UInt32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: FirstPage.size)
        guard unsafe pread(file, &bytes, bytes.count, Self.place(of: page)) == bytes.count else {
            return nil
        }
        return bytes
    }

    /// Writes the first bytes of a page.
    func write(_ bytes: [UInt8], to page: UInt32) {
        _ = unsafe pwrite(file, bytes, bytes.count, Self.place(of: page))
    }

    /// Appends a page, and returns its number.
    mutating func append(_ bytes: [UInt8]) -> UInt32 {
        count += 1
        write(bytes, to: count)
        return count
    }

    private static func place(of page: UInt32) -> off_t {
        off_t(page) * off_t(FirstPage.size) - off_t(FirstPage.size)
    }

    /// Returns the free pages, as far as the file lists them.
    func free() -> Set<UInt32> {
        var free: Set<UInt32> = []
        var trunk = read(1)?.number(at: 32) ?? 0
        while (2...max(2, count)).contains(trunk), free.insert(trunk).inserted,
            let bytes = read(trunk)
        {
            let leaves = min(Int(bytes.number(at: 4)), FirstPage.size / 4 - 2)
            for index in 0..<leaves { free.insert(bytes.number(at: 8 + 4 * index)) }
            trunk = bytes.number(at: 0)
        }
        return free
    }

    /// Whether as many overflow pages follow one another as the row needs.
    func isWhole(_ rest: (page: UInt32, count: Int)) -> Bool {
        var page = rest.page
        for _ in 0..<rest.count {
            guard (2...max(2, count)).contains(page), let bytes = read(page) else { return false }
            page = bytes.number(at: 0)
        }
        return true
    }

    /// Writes the number of pages into the header, and that no log belongs to the file.
    func finish() {
        guard var header = read(1).map({ Array($0[..<FirstPage.headerSize]) }) else { return }
        header.put(count, 4, at: 28)
        // SQLite only believes the number of pages if it was written with the last change.
        header.replaceSubrange(92..<96, with: header[24..<28])
        header.replaceSubrange(18..<20, with: [1, 1])
        write(header, to: 1)
    }
}
