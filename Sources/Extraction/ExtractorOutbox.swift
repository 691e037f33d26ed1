internal import Glibc
internal import Kernel
internal import MediaMetadata

/// The output queued for an extractor: requests being collected into a packet, and packets that the process has not
/// taken.
struct ExtractorOutbox {
    private struct Packet {
        var bytes: [UInt8] = []
        var descriptors: [Int32] = []

        func close(_ channels: any ChannelCalls) {
            for descriptor in descriptors { channels.close(descriptor) }
        }
    }

    private let channels: any ChannelCalls
    private var filling = Packet()
    private var packets: ArraySlice<Packet> = []

    init(_ channels: any ChannelCalls) {
        self.channels = channels
    }

    /// The number of requests in the packet being filled.
    var waiting: Int { filling.descriptors.count }
    var hasPackets: Bool { !packets.isEmpty }
    var isFull: Bool {
        waiting >= ExtractionMessage.largestBatch || filling.bytes.count > 48 << 10
    }

    mutating func add(_ request: ExtractionMessage.Request, _ descriptor: Int32) {
        ExtractionMessage.append(request, to: &filling.bytes)
        filling.descriptors.append(descriptor)
    }

    /// Sends what the process takes without blocking; returns the number of requests sent.
    mutating func send(to socket: Int32) -> Int {
        var sent = 0
        if waiting > 0 {
            packets.append(filling)
            filling = Packet()
        }
        while let packet = packets.first, post(packet, to: socket) {
            sent += packet.descriptors.count
            packet.close(channels)
            packets.removeFirst()
        }
        return sent
    }

    /// Sends a packet; returns false if the process or the system has no room for it now.
    private func post(_ packet: Packet, to socket: Int32) -> Bool {
        let count = unsafe packet.bytes.withUnsafeBytes { bytes in
            unsafe channels.send(socket, bytes, descriptors: packet.descriptors)
        }
        // ETOOMANYREFS: the number of descriptors a user may have in flight is limited. Other errors, such as that of a
        // process that has died, appear when the socket is next read.
        return ![EAGAIN, EINTR, ENOBUFS, ENOMEM, ETOOMANYREFS].contains(Int32(clamping: -count))
    }

    /// Drops everything that was not sent.
    mutating func clear() {
        for packet in packets + [filling] { packet.close(channels) }
        (filling, packets) = (Packet(), [])
    }
}
