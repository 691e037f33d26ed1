internal import CSystem
internal import Glibc
internal import MediaMetadata

/// What is on its way to an extractor: requests that wait for a fuller packet, and packets that wait for the process
/// to take earlier ones.
struct ExtractorOutbox {
    private struct Packet {
        var bytes: [UInt8] = []
        var descriptors: [Int32] = []

        func close() {
            for descriptor in descriptors { Glibc.close(descriptor) }
        }
    }

    private var filling = Packet()
    private var packets: ArraySlice<Packet> = []

    /// Requests that wait for a fuller packet.
    var waiting: Int { filling.descriptors.count }
    var hasPackets: Bool { !packets.isEmpty }
    var isFull: Bool {
        waiting >= ExtractionMessage.largestBatch || filling.bytes.count > 48 << 10
    }

    mutating func add(_ request: ExtractionMessage.Request, _ descriptor: Int32) {
        ExtractionMessage.append(request, to: &filling.bytes)
        filling.descriptors.append(descriptor)
    }

    /// Sends what the process takes without waiting for it; how many requests that was is the answer.
    mutating func send(to socket: Int32) -> Int {
        var sent = 0
        if waiting > 0 {
            packets.append(filling)
            filling = Packet()
        }
        while let packet = packets.first, Self.post(packet, to: socket) {
            sent += packet.descriptors.count
            packet.close()
            packets.removeFirst()
        }
        return sent
    }

    /// Sends a packet; false when the process or the system has no room for it now.
    private static func post(_ packet: Packet, to socket: Int32) -> Bool {
        let count = unsafe packet.bytes.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.map {
                unsafe heliograph_send_descriptors(
                    socket,
                    $0,
                    bytes.count,
                    packet.descriptors,
                    packet.descriptors.count,
                    Int32(MSG_DONTWAIT)
                )
            } ?? 0
        }
        // ETOOMANYREFS: a user has only so many descriptors on their way. Of other errors, such as that of a process
        // that has died, the socket tells at the next reading.
        return ![EAGAIN, EINTR, ENOBUFS, ENOMEM, ETOOMANYREFS].contains(Int32(clamping: -count))
    }

    /// Gives up what was not sent.
    mutating func clear() {
        for packet in packets + [filling] { packet.close() }
        (filling, packets) = (Packet(), [])
    }
}
