internal import CSystemCalls
internal import GRDB
internal import Synchronization

/// The queues of Dispatch that connections serve their callers on.
///
/// They run on the caller's own thread. But the end of one is left to the thread pool, which then wakes up once a
/// second for as long as the program runs; so an indexer keeps them, a few hundred bytes each.
package enum ConnectionQueues {
    private static let areKept = Atomic<Bool>(false)

    /// Has those of connections that are opened from now on kept until the program ends.
    package static func keep() { areKept.store(true, ordering: .relaxed) }

    /// To be called with each new connection.
    static func opened(_ connection: DatabaseQueue) {
        guard areKept.load(ordering: .relaxed) else { return }
        connection.inDatabase { _ in heliograph_keep_current_queue() }
    }
}
