extension Sample {
    /// A supplemental unit of an H.264 stream that holds packs of four bytes, as AVCHD cameras write it.
    package static func dvPacks(_ packs: [(UInt8, [UInt8])]) -> [UInt8] {
        let identifier: [UInt8] = [
            0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C,
            0x9A, 0x66,
        ]
        let message =
            identifier + Array("MDPM".utf8) + [UInt8(packs.count)] + packs.flatMap { [$0] + $1 }
        // A message of another type, and one of type 5 with another identifier, go before it.
        let others: [UInt8] = [1, 2, 0, 0, 5, 20] + [UInt8](repeating: 7, count: 20)
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
        var bytes = packet(stamp, 0x100, true, [0, 0, 1, 0xC0, 0, 0, 0x80, 0, 0, 0x55])
        var isFirst = true
        while !rest.isEmpty {
            bytes += packet(stamp, 0x1011, isFirst, Array(rest.prefix(184)))
            bytes += packet(stamp, 0x100, false, [0, 0, 0, 1, 6, 5])
            rest = rest.dropFirst(184)
            isFirst = false
        }
        return bytes
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
