/// A set of inode numbers.
///
/// File systems usually assign consecutive numbers, so 64 neighbours share a word: a million files take less than a
/// megabyte, or thirty megabytes where a file system makes numbers up.
struct InodeSet {
    private var words: [Int64: UInt64] = [:]

    func contains(_ inode: Int64) -> Bool {
        guard let word = words[inode >> 6] else { return false }
        return word >> UInt64(inode & 63) & 1 == 1
    }

    mutating func insert(_ inode: Int64) {
        words[inode >> 6, default: 0] |= 1 << UInt64(inode & 63)
    }
}
