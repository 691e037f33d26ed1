/// What zlib unpacks to a text many times over (RFC 1950 and 1951), in a thousandth of its length.
struct Deflate {
    private var bytes: [UInt8] = [0x78, 0x9C]
    private var held: UInt32 = 0
    private var count: UInt32 = 0

    /// A beginning, then a pattern of at most four bytes repeated up to a length.
    ///
    /// There is no checksum at the end: what is
    /// unpacked is there before that is missed.
    static func packed(_ beginning: [UInt8], _ pattern: [UInt8], upTo length: Int) -> [UInt8] {
        var packer = Deflate()
        // The last block, of fixed codes.
        packer.add(1, 1)
        packer.add(1, 2)
        for byte in beginning + pattern { packer.literal(byte) }
        var there = beginning.count + pattern.count
        while there < length {
            // Length 258, and a distance of one to four: codes 285 and 0 to 3.
            packer.code(0xC5, 8)
            packer.code(UInt32(pattern.count - 1), 5)
            there += 258
        }
        packer.code(0, 7)
        packer.add(0, 7)
        return packer.bytes
    }

    private mutating func literal(_ byte: UInt8) {
        byte < 144 ? code(0x30 + UInt32(byte), 8) : code(0x190 + UInt32(byte) - 144, 9)
    }

    /// A code goes from its highest bit on.
    private mutating func code(_ code: UInt32, _ length: UInt32) {
        for bit in 1...length { add(code >> (length - bit) & 1, 1) }
    }

    private mutating func add(_ bits: UInt32, _ length: UInt32) {
        held |= bits << count
        count += length
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: held))
            held >>= 8
            count -= 8
        }
    }
}
