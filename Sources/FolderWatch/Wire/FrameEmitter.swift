internal import Kernel

/// Emits frames and records that there is something to report before the watcher becomes idle.
final class FrameEmitter {
    let output: FrameOutput
    private let walk: WalkState

    init(_ output: FrameOutput, _ walk: WalkState) {
        (self.output, self.walk) = (output, walk)
    }

    func emit(_ frame: WatchFrame) {
        walk.markBusy()
        output.send(frame)
    }

    /// Emits an entry whose name is still in the kernel's buffer.
    func emitEntry(_ node: DirectoryNode, _ stat: FileStat, _ name: UnsafeBufferPointer<UInt8>) {
        walk.markBusy()
        unsafe output.sendEntry(node: node.id, stat: stat, name: name)
    }

    /// Emits an empty listing of a directory that is excluded or, with an error, unreadable.
    func emitEmptyListing(of node: DirectoryNode, error: Int32 = 0) {
        emit(.listingBegan(node: node.id))
        emit(.listingEnded(node: node.id, error: error))
    }

    /// Emits an idle report, preceded by the watch limit if that has changed.
    func reportIdle(after limit: WatchFrame?) {
        if let limit { output.send(limit) }
        output.send(walk.reportIdle())
        output.flush()
    }
}
