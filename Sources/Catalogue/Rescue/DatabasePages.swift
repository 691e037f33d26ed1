internal import Glibc

/// The pages of a database file.
struct DatabasePages {
    private let file: Int32
    /// How many there are; one that is cut off in the middle counts.
    let count: UInt32

    init(_ file: Int32) {
        self.file = file
        count = UInt32(clamping: (lseek(file, 0, SEEK_END) + FirstPage.size - 1) / FirstPage.size)
    }

    /// The bytes of a page; nil if it cannot be read whole.
    func read(_ page: UInt32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: FirstPage.size)
        let place = off_t(page) * off_t(bytes.count) - off_t(bytes.count)
        guard unsafe pread(file, &bytes, bytes.count, place) == bytes.count else { return nil }
        return bytes
    }

    /// The pages that are kept for later use, as far as that is written.
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
}
