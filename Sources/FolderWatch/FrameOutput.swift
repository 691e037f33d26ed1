internal import Glibc

/// Frames on their way to a pipe whose reader may be slow: kept in memory, never waited for.
package final class FrameOutput {
    package let descriptor: Int32
    /// The reader has gone.
    package private(set) var isClosed = false
    private var waiting: [UInt8] = []
    private var written = 0
    /// With so many bytes waiting the pipe is tried again.
    private var enough = portion
    private static let portion = 64 << 10

    /// Above this many bytes the watcher stops looking and only takes note of names.
    private static let highWater = 1 << 20

    /// - Parameter descriptor: A pipe or socket; made non-blocking.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        waiting.reserveCapacity(Self.highWater + (64 << 10))
    }

    var hasBacklog: Bool { written < waiting.count }
    var hasRoom: Bool { waiting.count - written < Self.highWater }

    package func send(_ frame: WatchFrame) {
        frame.append(to: &waiting)
    }

    func sendEntry(node: UInt32, stat: FileStat, name: UnsafeBufferPointer<UInt8>) {
        unsafe waiting.appendEntry(node: node, stat: stat, name: name)
        if waiting.count - written >= enough { flush() }
    }

    /// Writes what the pipe takes now.
    package func flush() {
        while written < waiting.count {
            let count = unsafe waiting.withUnsafeBytes { bytes in
                unsafe write(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + written },
                    bytes.count - written
                )
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { isClosed = true }
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
