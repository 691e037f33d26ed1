internal import CSystemCalls
internal import Glibc

/// The channel calls of the running kernel.
package final class LinuxChannels: ChannelCalls, Sendable {
    package static let shared = LinuxChannels()

    private init() {}

    package func pipe(_ ends: inout (reading: Int32, writing: Int32), capacity: Int32) -> Int32 {
        var pair: [Int32] = [-1, -1]
        let status = unsafe heliograph_pipe(&pair, capacity)
        ends = (pair[0], pair[1])
        return status
    }

    package func socketPair(_ ends: inout (ours: Int32, theirs: Int32)) -> Int32 {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else { return -errno }
        ends = (pair[0], pair[1])
        return 0
    }

    package func makeNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    package func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        return count < 0 ? -Int(errno) : count
    }

    package func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        return count < 0 ? -Int(errno) : count
    }

    package func send(
        _ socket: Int32,
        _ bytes: UnsafeRawBufferPointer,
        descriptors: [Int32]
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        return unsafe heliograph_send_descriptors(
            socket,
            base,
            bytes.count,
            descriptors,
            descriptors.count,
            Int32(MSG_DONTWAIT)
        )
    }

    package func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        var none = 0
        var unused: Int32 = 0
        return unsafe heliograph_receive_descriptors(
            socket,
            base,
            buffer.count,
            &unused,
            &none,
            Int32(MSG_DONTWAIT)
        )
    }

    package func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
