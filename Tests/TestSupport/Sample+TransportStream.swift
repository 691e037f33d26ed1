extension Sample {
    /// A supplemental unit of an H.264 stream that holds packs of four bytes, as AVCHD cameras write it, behind
    /// other messages.
    package static func dvPacks(
        _ packs: [(UInt8, [UInt8])],
        behind others: [UInt8] = [1, 2, 0, 0]
    ) -> [UInt8] {
        let identifier: [UInt8] = [
            0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C,
            0x9A, 0x66,
        ]
        let message =
            identifier + Array("MDPM".utf8) + [UInt8(packs.count)] + packs.flatMap { [$0] + $1 }
        let length = [UInt8](repeating: 255, count: message.count / 255)
        let rest: [UInt8] = [UInt8(message.count % 255)]
        return [6] + escaped(others + [5] + length + rest + message + [0x80])
    }

    /// Bytes of a unit that nobody takes for the beginning of another.
    private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
        var (found, zeros): ([UInt8], Int) = ([], 0)
        for byte in bytes {
            if zeros >= 2, byte <= 3 {
                found.append(3)
                zeros = 0
            }
            found.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return found
    }

    /// A transport stream of these units, with another stream between its packets.
    package static func transportStream(_ units: [[UInt8]], isStamped: Bool = true) -> [UInt8] {
        let start: [UInt8] = [0, 0, 0, 1]
        let elementary: [UInt8] = units.flatMap { start + $0 } + [0, 0, 1, 0x0B]
        let head: [UInt8] = [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5, 1, 2, 3, 4, 5]
        var rest = (head + elementary)[...]
        let stamp: [UInt8] = isStamped ? [1, 2, 3, 4] : []
        // The first table says where the second is, which says that the stream is H.264.
        var bytes = packet(stamp, 0, true, table(0, [0, 1, 0xE1, 0]))
        bytes += packet(
            stamp,
            0x100,
            true,
            table(2, [0xF0, 0x11, 0xF0, 0, 0x1B, 0xF0, 0x11, 0xF0, 0])
        )
        bytes += packet(stamp, 0x1100, true, [0, 0, 1, 0xC0, 0, 0, 0x80, 0, 0, 0x55])
        var isFirst = true
        while !rest.isEmpty {
            bytes += packet(stamp, 0x1011, isFirst, Array(rest.prefix(184)))
            bytes += packet(stamp, 0x1100, false, [0, 0, 0, 1, 6, 5])
            rest = rest.dropFirst(184)
            isFirst = false
        }
        return bytes
    }

    /// A table with its sum (ITU-T H.222.0, annex A).
    private static func table(_ kind: UInt8, _ entries: [UInt8]) -> [UInt8] {
        let table = [kind, 0xB0, UInt8(entries.count + 9), 0, 1, 0xC1, 0, 0] + entries
        var sum = UInt32.max
        for byte in table {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
        }
        return [0] + table + bigEndian(Int(sum), 4)
    }

    /// A packet, filled up by an adaptation field.
    private static func packet(
        _ stamp: [UInt8],
        _ stream: Int,
        _ isFirst: Bool,
        _ payload: [UInt8]
    ) -> [UInt8] {
        let head = stamp + [0x47] + bigEndian(stream | (isFirst ? 0x4000 : 0), 2)
        guard payload.count < 184 else { return head + [0x10] + payload }
        let filling = [UInt8](repeating: 0, count: 183 - payload.count)
        return head + [0x30, UInt8(filling.count)] + filling + payload
    }
}
