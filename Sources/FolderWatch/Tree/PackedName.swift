/// A compact name, stored by the thousands: up to fifteen bytes are kept inline.
enum PackedName: Hashable {
    /// Fewer than sixteen bytes, none of them zero.
    case short(ShortName)
    case long([UInt8])

    init(_ bytes: [UInt8]) {
        // No file name contains a zero byte.
        guard bytes.count < 16, !bytes.contains(0) else {
            self = .long(bytes)
            return
        }
        var (low, high): (UInt64, UInt64) = (0, 0)
        for byte in bytes.reversed() {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        self = .short(ShortName(low, high))
    }

    var bytes: [UInt8] {
        switch self {
        case .short(let name): name.bytes
        case .long(let bytes): bytes
        }
    }
}

/// Fifteen bytes, padded with zeros, which leaves the sixteenth byte for the enumeration's tag.
struct ShortName: Hashable {
    private let low: UInt64
    private let middle: UInt32
    private let high: UInt16
    private let last: UInt8

    /// The first eight bytes and the other seven, lowest bits first.
    init(_ first: UInt64, _ others: UInt64) {
        low = first
        middle = UInt32(truncatingIfNeeded: others)
        high = UInt16(truncatingIfNeeded: others >> 32)
        last = UInt8(truncatingIfNeeded: others >> 48)
    }

    private var others: UInt64 { UInt64(middle) | UInt64(high) << 32 | UInt64(last) << 48 }

    var bytes: [UInt8] {
        let zeros = others == 0 ? 64 + low.leadingZeroBitCount : others.leadingZeroBitCount
        return (0..<(128 - zeros + 7) / 8).map { index in
            UInt8(truncatingIfNeeded: (index < 8 ? low : others) >> UInt64(index % 8 * 8))
        }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(low)
        hasher.combine(others)
    }
}
