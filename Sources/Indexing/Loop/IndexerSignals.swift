internal import Glibc
internal import Kernel

/// What is asked of a running indexer from outside its thread.
struct IndexerSignals {
    /// Readable when indexing should end.
    let stop: Int32
    private let recheck: Int32
    private let channels: any ChannelCalls
    /// Whether a re-check was asked for that is not done.
    private(set) var isPostponed = false

    /// `recheck`: An eventfd; a write to it asks for a re-check of everything.
    init(stop: Int32, recheck: Int32, _ channels: any ChannelCalls) {
        (self.stop, self.recheck, self.channels) = (stop, recheck, channels)
    }

    /// What to poll: first for the end, then for a re-check.
    var polled: [pollfd] {
        [
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: recheck, events: Int16(POLLIN), revents: 0),
        ]
    }

    /// Takes the word of who asked for a re-check.
    ///
    /// - Parameter postpones: Whether it cannot be done now.
    mutating func takeRecheck(postpones: Bool) {
        var count: UInt64 = 0
        _ = unsafe withUnsafeMutableBytes(of: &count) {
            unsafe channels.read(recheck, into: $0)
        }
        isPostponed = postpones
    }

    /// Asks for a re-check once more: of this indexer, or of whoever comes next.
    mutating func askAgain() {
        isPostponed = false
        var one: UInt64 = 1
        _ = unsafe withUnsafeBytes(of: &one) { unsafe channels.write(recheck, $0) }
    }
}
