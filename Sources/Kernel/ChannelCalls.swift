/// The system calls on pipes and sockets between the program and its helpers.
///
/// ``LinuxChannels`` makes the real calls; tests substitute a simulation. A call that fails returns a
/// negative error number, as the kernel does.
package protocol ChannelCalls: AnyObject {
    /// Makes a pipe that no child inherits, with room for `capacity` bytes where the system allows.
    ///
    /// - Returns: 0, or a negative error number.
    func pipe(_ ends: inout (reading: Int32, writing: Int32), capacity: Int32) -> Int32
    /// Makes two connected sockets that carry whole packets (`SOCK_SEQPACKET`), which no child inherits.
    ///
    /// - Returns: 0, or a negative error number.
    func socketPair(_ ends: inout (ours: Int32, theirs: Int32)) -> Int32
    /// Makes reads and writes return `EAGAIN` instead of blocking.
    func makeNonBlocking(_ descriptor: Int32)
    /// - Returns: The number of bytes read, 0 at the end.
    func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// - Returns: The number of bytes written, which may be less than requested.
    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// Sends a packet with descriptors attached, without waiting.
    ///
    /// - Returns: The number of bytes sent.
    func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer, descriptors: [Int32]) -> Int
    /// Receives a packet, without waiting.
    ///
    /// - Returns: Its size, 0 at the end.
    func receive(_ socket: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
    func close(_ descriptor: Int32)
}
