internal import Glibc
package import Kernel

/// A buffer of frames for a pipe whose reader may be slow; writing never blocks.
package final class FrameOutput {
    package let descriptor: Int32
    /// Whether the reader has closed the pipe.
    package private(set) var isClosed = false
    private var waiting: [UInt8] = []
    private var written = 0
    /// The number of buffered bytes at which writing to the pipe is tried again.
    private var enough = portion
    private let channels: any ChannelCalls
    private static let portion = 64 << 10

    /// The number of buffered bytes above which the watcher stops checking and only records names.
    private let highWater: Int

    /// - Parameters:
    ///   - descriptor: A pipe or socket; made non-blocking.
    ///   - channels: The calls to write to it.
    ///   - highWater: The number of bytes that may wait.
    package init(descriptor: Int32, _ channels: any ChannelCalls, highWater: Int = 1 << 20) {
        (self.descriptor, self.channels) = (descriptor, channels)
        self.highWater = highWater
        channels.makeNonBlocking(descriptor)
        reserve()
    }

    /// Reserved memory takes up no space until it is written to.
    private func reserve() {
        waiting = []
        waiting.reserveCapacity(highWater + (64 << 10))
    }

    /// Releases the memory of frames that have been written.
    func shrink() {
        if !hasBacklog { reserve() }
    }

    package var hasBacklog: Bool { written < waiting.count }
    var hasRoom: Bool { waiting.count - written < highWater }

    package func send(_ frame: WatchFrame) {
        frame.append(to: &waiting)
    }

    func sendEntry(node: UInt32, stat: FileStat, name: UnsafeBufferPointer<UInt8>) {
        unsafe waiting.appendEntry(node: node, stat: stat, name: name)
        if waiting.count - written >= enough { flush() }
    }

    /// Writes as much as the pipe accepts without blocking.
    package func flush() {
        while written < waiting.count {
            let count = unsafe waiting.withUnsafeBytes { bytes in
                unsafe channels.write(
                    descriptor,
                    UnsafeRawBufferPointer(rebasing: bytes[written...])
                )
            }
            if count < 0 {
                if count == -Int(EINTR) { continue }
                if count != -Int(EAGAIN) { isClosed = true }
                break
            }
            written += count
        }
        if written == waiting.count {
            waiting.removeAll(keepingCapacity: waiting.capacity <= 4 << 20)
            written = 0
        } else if written > 1 << 20 {
            waiting.removeSubrange(0..<written)
            written = 0
        }
        enough = waiting.count - written + Self.portion
    }
}
