/// Processes that were killed and are not gone yet.
///
/// One that waits for a disk which does not answer cannot be killed until that does; nobody waits for it.
final class EndedProcesses {
    private var lingering: [any Helper] = []

    /// How many are not gone.
    var count: Int {
        if !lingering.isEmpty { lingering.removeAll { $0.reap(within: 0) != nil } }
        return lingering.count
    }

    /// Kills a process, and lets go of it.
    func end(_ helper: any Helper) {
        helper.kill()
        if helper.reap(within: 100) == nil { lingering.append(helper) }
    }

    /// Takes leave of a process whose socket says that it has ended; killed should it not have.
    ///
    /// - Returns: The signal that ended it; nil when it ended by itself, or had only closed its socket.
    func bury(_ helper: any Helper) -> Int32? {
        if let ending = helper.reap(within: 100) { return ending.signal }
        end(helper)
        return nil
    }
}
