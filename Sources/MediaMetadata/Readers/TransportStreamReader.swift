/// Finds the data that an encoder wrote between the pictures of an H.264 film in an MPEG transport stream (ITU-T
/// H.222.0).
///
/// Packets have 188 bytes, or 192 with the time stamps that AVCHD puts before each.
enum TransportStreamReader {
    /// The number of bytes searched: some cameras write the data only with the first pictures.
    private static let span = 2 << 20

    /// Lends the supplemental enhancement information of the first pictures until `take` returns a value.
    static func supplements<Found>(_ file: FileBytes, _ take: (Bytes) -> Found?) -> Found? {
        let isStamped = file.head.u8(0) != 0x47 || file.head.u8(188) != 0x47
        let (size, start) = isStamped ? (192, 4) : (188, 0)
        var stream: Int?
        var units = UnitCollector()
        let several = 340 * size
        for place in stride(from: 0, to: min(file.size, span), by: several) {
            let count = min(several, file.size - place) / size
            guard file.budget.paySteps(count) else { return nil }
            let found = file.withBytes(at: place, count: count * size) { bytes -> Found? in
                for index in 0..<count {
                    let packet = bytes.slice(index * size + start, 188)
                    guard let payload = packet.flatMap({ video($0, &stream) }) else { continue }
                    if let found = units.take(payload, take) { return found }
                }
                return nil
            }
            if let found { return found }
        }
        return nil
    }

    /// Returns the part of a packet that belongs to the film's pictures: those of the first stream that has any.
    private static func video(_ packet: Bytes, _ stream: inout Int?) -> Bytes? {
        guard packet.u8(0) == 0x47, let flags = packet.be16(1), let control = packet.u8(3),
            control & 0x10 != 0
        else { return nil }
        var start = 4
        if control & 0x20 != 0 { start += 1 + Int(packet.u8(4) ?? 0) }
        guard var payload = packet.from(start) else { return nil }
        if flags & 0x4000 != 0, payload.be32(0).map({ $0 >> 4 == 0x1E }) == true {
            stream = stream ?? flags & 0x1FFF
            guard let rest = payload.from(9 + Int(payload.u8(8) ?? 0)) else { return nil }
            payload = rest
        }
        return stream == flags & 0x1FFF ? payload : nil
    }
}

/// Assembles the units of a byte stream (ITU-T H.264, annex B) that hold supplemental enhancement information; a unit
/// may extend over several packets.
private struct UnitCollector {
    private var zeros = 0
    /// The unit so far, without the emulation prevention bytes.
    private var unit: [UInt8] = []
    private var state = State.outside

    private enum State { case outside, header, inside }

    /// Many times the size that cameras write.
    private static let largest = 16 << 10

    mutating func take<Found>(_ bytes: Bytes, _ body: (Bytes) -> Found?) -> Found? {
        for index in 0..<bytes.count {
            guard let byte = bytes.u8(index) else { break }
            if zeros >= 2, byte == 1 {
                let found = state == .inside ? unit.lend(body) : nil
                (zeros, state) = (0, .header)
                unit.removeAll(keepingCapacity: true)
                if let found { return found }
                continue
            }
            if state == .header {
                state = byte & 0x1F == 6 ? .inside : .outside
            } else if state == .inside, zeros < 2 || byte != 3 {
                unit.append(byte)
                if unit.count > Self.largest { state = .outside }
            }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return nil
    }
}
