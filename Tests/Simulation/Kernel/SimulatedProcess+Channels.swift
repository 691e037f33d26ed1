internal import Glibc
internal import Kernel

extension SimulatedProcess: ChannelCalls {
    package func pipe(_ ends: inout (reading: Int32, writing: Int32), capacity: Int32) -> Int32 {
        let pipe = SimulatedPipe(capacity: Int(capacity))
        ends = (add(SimulatedPipeEnd(pipe, reads: true)), add(SimulatedPipeEnd(pipe, reads: false)))
        return bothOrNone(ends.reading, ends.writing)
    }

    package func socketPair(_ ends: inout (ours: Int32, theirs: Int32)) -> Int32 {
        let (one, other) = SimulatedSocket.pair()
        ends = (add(one), add(other))
        return bothOrNone(ends.ours, ends.theirs)
    }

    /// Closes the one of two descriptors that could be made, when the other could not.
    private func bothOrNone(_ one: Int32, _ other: Int32) -> Int32 {
        if one >= 0, other < 0 { close(one) }
        return min(one, other, 0)
    }

    package func makeNonBlocking(_ descriptor: Int32) {}

    package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let error = interruptions.next(EINTR, EAGAIN) { return -Int(error) }
        switch handles[descriptor] {
        case let end as SimulatedPipeEnd where end.reads: return read(end.pipe, into: buffer)
        case let event as SimulatedEvent:
            guard event.count > 0 else { return -Int(EAGAIN) }
            buffer.storeBytes(of: event.count, as: UInt64.self)
            event.count = 0
            return 8
        default: return -Int(EBADF)
        }
    }

    private func read(_ pipe: SimulatedPipe, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !pipe.bytes.isEmpty else { return pipe.hasWriter ? -Int(EAGAIN) : 0 }
        var count = min(pipe.bytes.count, buffer.count)
        // A piece of what is there.
        if let piece = interruptions.next(1, 3, 7, 40) { count = min(count, Int(piece)) }
        buffer.copyBytes(from: pipe.bytes.prefix(count))
        pipe.bytes.removeFirst(count)
        return count
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        switch handles[descriptor] {
        case let end as SimulatedPipeEnd where !end.reads:
            guard end.pipe.hasReader else { return -Int(EPIPE) }
            var room = end.pipe.capacity - end.pipe.bytes.count
            if let piece = interruptions.next(1, 5, 30) { room = min(room, Int(piece)) }
            guard room > 0 else { return -Int(EAGAIN) }
            end.pipe.bytes.append(contentsOf: bytes.prefix(room))
            return min(room, bytes.count)
        case let event as SimulatedEvent:
            event.count += bytes.loadUnaligned(as: UInt64.self)
            return 8
        default: return -Int(EBADF)
        }
    }

    package func send(
        _ socket: Int32,
        _ bytes: UnsafeRawBufferPointer,
        descriptors: [Int32]
    ) -> Int {
        guard let socket = handles[socket] as? SimulatedSocket else { return -Int(EBADF) }
        guard let peer = socket.peer, socket.hasPeer else { return -Int(EPIPE) }
        if let error = interruptions.next(EAGAIN, EINTR, ENOBUFS, ETOOMANYREFS) {
            return -Int(error)
        }
        guard peer.packets.count < SimulatedSocket.mostPackets else { return -Int(EAGAIN) }
        let handles = descriptors.compactMap { self.handles[$0] }
        for handle in handles { handle.retain() }
        peer.packets.append(SimulatedSocket.Packet(bytes: Array(bytes), handles: handles))
        return bytes.count
    }

    package func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let socket = handles[socket] as? SimulatedSocket else { return -Int(EBADF) }
        if let error = interruptions.next(EAGAIN, EINTR) { return -Int(error) }
        guard let packet = socket.packets.popFirst() else {
            return socket.hasPeer ? -Int(EAGAIN) : 0
        }
        for handle in packet.handles { handle.release() }
        buffer.copyBytes(from: packet.bytes)
        return packet.bytes.count
    }

    /// Receives a packet with the files that came with it.
    package func receiveFiles(_ socket: Int32) -> (bytes: [UInt8], files: [Int32])? {
        guard let socket = handles[socket] as? SimulatedSocket,
            let packet = socket.packets.popFirst()
        else { return nil }
        let files = packet.handles.map(add)
        for handle in packet.handles { handle.release() }
        return (packet.bytes, files)
    }

    /// The content of an open file.
    package func content(of descriptor: Int32) -> SimulatedContent? {
        (handles[descriptor] as? SimulatedFile)?.inode.content
    }
}
