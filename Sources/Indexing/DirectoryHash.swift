/// Directories by a number that each of them has.
///
/// The number is asked of the directory, so that one costs eight bytes and a half where a dictionary takes forty.
struct DirectoryHash {
    private let key: (WatchedDirectory) -> UInt64
    /// Each directory at the place of its number or, with none free between, after it.
    private var slots: [WatchedDirectory?] = Array(repeating: nil, count: 8)
    private var count = 0

    init(key: @escaping (WatchedDirectory) -> UInt64) {
        self.key = key
    }

    var all: some Sequence<WatchedDirectory> { slots.lazy.compactMap { $0 } }

    subscript(number: UInt64) -> WatchedDirectory? { slots[slot(of: number)] }

    /// Adds a directory, in place of one that has the same number.
    mutating func insert(_ directory: WatchedDirectory) {
        let slot = slot(of: key(directory))
        if slots[slot] == nil { count += 1 }
        slots[slot] = directory
        // Seven eighths full, a search still ends after a few steps.
        if count * 8 > slots.count * 7 { rebuild(slots.count * 2) { _ in true } }
    }

    mutating func remove(_ number: UInt64) -> WatchedDirectory? {
        var free = slot(of: number)
        guard let gone = slots[free] else { return nil }
        slots[free] = nil
        count -= 1
        // Who was put further on for want of this place moves up.
        var next = (free + 1) & (slots.count - 1)
        while let directory = slots[next] {
            let home = home(of: key(directory))
            if (next - home) & (slots.count - 1) >= (next - free) & (slots.count - 1) {
                slots[free] = directory
                slots[next] = nil
                free = next
            }
            next = (next + 1) & (slots.count - 1)
        }
        return gone
    }

    /// Forgets all but some.
    mutating func keep(_ isKept: (WatchedDirectory) -> Bool) {
        rebuild(slots.count, isKept)
    }

    private mutating func rebuild(_ size: Int, _ isKept: (WatchedDirectory) -> Bool) {
        let kept = all.filter(isKept)
        slots = Array(repeating: nil, count: size)
        count = kept.count
        for directory in kept { slots[slot(of: key(directory))] = directory }
    }

    /// Where the directory of a number is, or would be.
    private func slot(of number: UInt64) -> Int {
        var slot = home(of: number)
        while let other = slots[slot], key(other) != number {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    private func home(of number: UInt64) -> Int {
        Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }
}
