internal import Glibc
internal import Kernel
internal import MediaMetadata

/// What is on its way to an extractor: requests that wait for a fuller packet, and packets that wait for the process
/// to take earlier ones.
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
        while let packet = packets.first, post(packet, to: socket) {
            sent += packet.descriptors.count
            packet.close(channels)
            packets.removeFirst()
        }
        return sent
    }

    /// Sends a packet; false when the process or the system has no room for it now.
    private func post(_ packet: Packet, to socket: Int32) -> Bool {
        let count = unsafe packet.bytes.withUnsafeBytes { bytes in
            unsafe channels.send(socket, bytes, descriptors: packet.descriptors)
        }
        // ETOOMANYREFS: a user has only so many descriptors on their way. Of other errors, such as that of a process
        // that has died, the socket tells at the next reading.
        return ![EAGAIN, EINTR, ENOBUFS, ENOMEM, ETOOMANYREFS].contains(Int32(clamping: -count))
    }

    /// Gives up what was not sent.
    mutating func clear() {
        for packet in packets + [filling] { packet.close(channels) }
        (filling, packets) = (Packet(), [])
    }
}
