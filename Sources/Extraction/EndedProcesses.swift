/// Processes that were killed and have not terminated yet.
///
/// A process that waits for an unresponsive disk terminates only when the disk responds; nothing blocks on it.
final class EndedProcesses {
    private var lingering: [any Helper] = []

    init() {}

    deinit {
        for helper in lingering where helper.reap(within: 0) == nil { helper.abandon() }
    }

    /// The number of processes that have not terminated.
    var count: Int {
        if !lingering.isEmpty { lingering.removeAll { $0.reap(within: 0) != nil } }
        return lingering.count
    }

    /// Kills a process and takes over waiting for it.
    func end(_ helper: any Helper) {
        helper.kill()
        if helper.reap(within: 100) == nil { lingering.append(helper) }
    }

    /// Reaps a process that has closed its socket, killing it if it is still running.
    ///
    /// - Returns: The signal that terminated it; nil if it exited by itself, or had only closed its socket.
    func reap(_ helper: any Helper) -> Int32? {
        if let ending = helper.reap(within: 100) { return ending.signal }
        end(helper)
        return nil
    }
}
