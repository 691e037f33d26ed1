/// The further pictures of a JPEG file, as its index lists them (CIPA DC-007, multi-picture format).
enum MultiPicture {
    /// Returns the offsets at which the pictures after the first begin.
    ///
    /// `index` is the range of the index, from its byte order mark on; its offsets are relative to that.
    static func others(_ file: FileBytes, _ index: Range<Int>) -> [Int] {
        let entries: [Int]? = file.withBytes(
            at: index.lowerBound,
            count: min(index.count, 4_096)
        ) { bytes in
            let isBigEndian = bytes.u8(0) == 0x4D
            let short: (Int) -> Int? = { isBigEndian ? bytes.be16($0) : bytes.le16($0) }
            let long: (Int) -> Int? = { isBigEndian ? bytes.be32($0) : bytes.le32($0) }
            guard let directory = long(4), let count = short(directory), count <= 64 else {
                return nil
            }
            for entry in 0..<count {
                let at = directory + 2 + entry * 12
                guard short(at) == 0xB002, let length = long(at + 4), let start = long(at + 8)
                else { continue }
                // Each entry: attributes, length, offset, two dependent entries.
                return (0..<min(length / 16, 16)).compactMap { long(start + $0 * 16 + 8) }
            }
            return nil
        }
        return (entries ?? []).filter { $0 > 0 }.map { index.lowerBound + $0 }
            .filter { $0 < file.size }
    }
}
