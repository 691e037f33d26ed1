internal import Dispatch
internal import Foundation
internal import Synchronization

/// A thread that does one piece of work after another, in the order in which they come.
///
/// A queue of Dispatch would do the same, but the pool of threads below it wakes up once a second from its first use
/// until the program ends.
final class BackgroundThread: Sendable {
    private final class Work: Sendable {
        private let jobs = Mutex<ArraySlice<(@Sendable () -> Void)?>>([])
        private let count = DispatchSemaphore(value: 0)

        func add(_ job: (@Sendable () -> Void)?) {
            jobs.withLock { $0.append(job) }
            count.signal()
        }

        /// Does all that is added, up to the first that is nil.
        func run() {
            while true {
                count.wait()
                guard let job = jobs.withLock({ $0.popFirst() }) ?? nil else { return }
                job()
            }
        }
    }

    private let work = Work()

    init(_ name: String) {
        let thread = Thread { [work] in work.run() }
        thread.name = name
        thread.start()
    }

    /// Ends the thread after what it was given to do.
    deinit { work.add(nil) }

    /// Has something done, after what was asked before.
    func async(_ job: @escaping @Sendable () -> Void) { work.add(job) }
}
