/// The variable-length numbers in SQLite's files.
enum Varint {
    static func bytes(_ value: UInt64) -> [UInt8] {
        var (bytes, rest) = ([UInt8(value & 0x7F)], value >> 7)
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }

    struct Reader {
        let bytes: [UInt8]
        private(set) var place: Int

        init(bytes: [UInt8], place: Int) { (self.bytes, self.place) = (bytes, place) }

        /// Returns the next number, of at most eight bytes; nil if it is longer or ends beyond the bytes.
        mutating func next() -> UInt64? {
            var value: UInt64 = 0
            for _ in 0..<8 {
                guard place < bytes.count else { return nil }
                let byte = bytes[place]
                place += 1
                value = value << 7 | UInt64(byte & 0x7F)
                if byte & 0x80 == 0 { return value }
            }
            return nil
        }
    }
}
