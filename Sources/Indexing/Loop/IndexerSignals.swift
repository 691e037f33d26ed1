internal import Glibc
internal import Kernel

/// Requests to a running indexer from other threads and processes.
struct IndexerSignals {
    /// The descriptor that becomes readable when indexing should end.
    let stop: Int32
    private let recheck: Int32
    private let channels: any ChannelCalls
    /// Whether a requested re-check has been postponed.
    private(set) var isPostponed = false

    /// `recheck`: An eventfd; a write to it requests a re-check of everything.
    init(stop: Int32, recheck: Int32, _ channels: any ChannelCalls) {
        (self.stop, self.recheck, self.channels) = (stop, recheck, channels)
    }

    /// The descriptors to poll: first the one to stop, then the one to re-check.
    var polled: [pollfd] {
        [
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: recheck, events: Int16(POLLIN), revents: 0),
        ]
    }

    /// Consumes a re-check request.
    ///
    /// - Parameter postpones: Whether the request cannot be served now.
    mutating func takeRecheck(postpones: Bool) {
        var count: UInt64 = 0
        _ = unsafe withUnsafeMutableBytes(of: &count) {
            unsafe channels.read(recheck, into: $0)
        }
        isPostponed = postpones
    }

    /// Repeats a re-check request, for this indexer or for the next one.
    mutating func repeatRecheckRequest() {
        isPostponed = false
        var one: UInt64 = 1
        _ = unsafe withUnsafeBytes(of: &one) { unsafe channels.write(recheck, $0) }
    }
}
