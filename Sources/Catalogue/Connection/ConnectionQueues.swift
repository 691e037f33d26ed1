internal import CSystemCalls
internal import GRDB
internal import Synchronization

/// The dispatch queues on which connections serve their callers.
///
/// They run on the caller's own thread. But a queue is disposed of by the thread pool, which then wakes up once a
/// second for as long as the program runs, and ends it if no descriptor is left; so the commands keep their queues, at
/// a few hundred bytes each.
package enum ConnectionQueues {
    private static let areKept = Atomic<Bool>(false)

    /// Keeps the queues of connections that are opened from now on until the program ends.
    package static func keep() { areKept.store(true, ordering: .relaxed) }

    /// Registers a new connection; call it for each one.
    static func opened(_ connection: DatabaseQueue) {
        guard areKept.load(ordering: .relaxed) else { return }
        connection.inDatabase { _ in heliograph_keep_current_queue() }
    }
}
