/// A name that is kept for long and by the thousand: up to fifteen bytes lie in the value itself.
struct PackedName: Hashable {
    /// The bytes in their order, and in the last one their number plus one; of a long name nothing.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var long: [UInt8] = []

    init(_ bytes: [UInt8]) {
        guard bytes.count < 16 else {
            long = bytes
            return
        }
        for byte in bytes.reversed() {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        high |= UInt64(bytes.count + 1) << 56
    }

    var bytes: [UInt8] {
        guard high > 0 else { return long }
        return (0..<Int(high >> 56) - 1).map { index in
            UInt8(truncatingIfNeeded: (index < 8 ? low : high) >> UInt64(index % 8 * 8))
        }
    }
}
