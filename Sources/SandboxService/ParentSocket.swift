internal import CSystemCalls
internal import Glibc

/// The connection to the program that started this one: one end of a SOCK_SEQPACKET pair as standard input.
@safe package struct ParentSocket: ~Copyable {
    /// A packet and the descriptors that came with it, which the receiver closes.
    @safe package struct Packet {
        /// Valid until the next packet is received.
        package let bytes: UnsafeRawBufferPointer
        package let descriptors: ArraySlice<Int32>
    }

    private let buffer: UnsafeMutableRawBufferPointer
    private var descriptors: [Int32]

    /// - Parameters:
    ///   - largestPacket: The size of the largest packet to expect.
    ///   - mostDescriptors: The maximum number of descriptors in one packet.
    package init(largestPacket: Int, mostDescriptors: Int) {
        unsafe buffer = .allocate(byteCount: largestPacket, alignment: 16)
        descriptors = [Int32](repeating: -1, count: mostDescriptors)
    }

    deinit { unsafe buffer.deallocate() }

    /// Waits for a packet; returns nil if the other end is closed.
    package mutating func receive() -> Packet? {
        guard let base = unsafe buffer.baseAddress else { return nil }
        while true {
            var count = descriptors.count
            let received = unsafe heliograph_receive_descriptors(
                STDIN_FILENO,
                base,
                buffer.count,
                &descriptors,
                &count,
                0
            )
            if received == -Int(EINTR) { continue }
            guard received > 0 else { return nil }
            let bytes = unsafe UnsafeRawBufferPointer(start: base, count: received)
            return unsafe Packet(bytes: bytes, descriptors: descriptors[..<count])
        }
    }

    /// Sends a packet; returns false if the other end is closed.
    package static func send(_ packet: [UInt8]) -> Bool {
        while true {
            let sent = unsafe packet.withUnsafeBytes { bytes in
                unsafe bytes.baseAddress.map {
                    unsafe heliograph_send_descriptors(STDIN_FILENO, $0, bytes.count, nil, 0, 0)
                } ?? 0
            }
            if sent != -Int(EINTR) { return sent >= 0 }
        }
    }
}
