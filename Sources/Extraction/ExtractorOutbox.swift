internal import Glibc
internal import Kernel
internal import MediaMetadata

/// Output queued for an extractor: requests that are collected into a packet, and packets the process has not
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

    /// Sends a packet; false if the process or the system has no room for it now.
    private func post(_ packet: Packet, to socket: Int32) -> Bool {
        let count = unsafe packet.bytes.withUnsafeBytes { bytes in
            unsafe channels.send(socket, bytes, descriptors: packet.descriptors)
        }
        // ETOOMANYREFS: a user may have only so many descriptors in flight. Other errors, such as that of a
        // process that has died, show when the socket is read next.
        return ![EAGAIN, EINTR, ENOBUFS, ENOMEM, ETOOMANYREFS].contains(Int32(clamping: -count))
    }

    /// Drops everything that was not sent.
    mutating func clear() {
        for packet in packets + [filling] { packet.close(channels) }
        (filling, packets) = (Packet(), [])
    }
}
