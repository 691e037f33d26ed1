/// A writer of the fields of a packet, one after another.
struct PacketWriter {
    private(set) var bytes: [UInt8]

    init(_ kind: UInt8) {
        bytes = [kind]
    }

    mutating func integer<Integer: FixedWidthInteger & UnsignedInteger>(_ value: Integer) {
        var rest = value
        for _ in 0..<MemoryLayout<Integer>.size {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            if MemoryLayout<Integer>.size > 1 { rest >>= 8 }
        }
    }

    mutating func text(_ text: some Collection<UInt8>) {
        integer(UInt16(clamping: text.count))
        bytes += text
    }
}

/// A reader of fields in the order they were written, which never reads past the end.
struct PacketReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func integer<Integer: FixedWidthInteger & UnsignedInteger>(_: Integer.Type) -> Integer?
    {
        let size = MemoryLayout<Integer>.size
        guard bytes.count - position >= size else { return nil }
        defer { position += size }
        var value: UInt64 = 0
        for index in 0..<size { value |= UInt64(bytes[position + index]) << (8 * UInt64(index)) }
        return Integer(truncatingIfNeeded: value)
    }

    mutating func double() -> Double? {
        integer(UInt64.self).map { Double(bitPattern: $0) }
    }

    /// Reads a byte as one of the values of an enumeration.
    mutating func value<Value: RawRepresentable>(_: Value.Type) -> Value?
    where Value.RawValue == UInt8 {
        integer(UInt8.self).flatMap(Value.init(rawValue:))
    }

    mutating func text() -> [UInt8]? {
        guard let count = integer(UInt16.self), count <= RenditionMessage.longestText,
            bytes.count - position >= Int(count)
        else { return nil }
        defer { position += Int(count) }
        return Array(bytes[position..<position + Int(count)])
    }
}
