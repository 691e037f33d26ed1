internal import Dispatch
internal import Foundation
internal import Synchronization

/// A thread that runs one job after another, in the order in which they are added.
///
/// A dispatch queue would do the same, but its thread pool wakes up once a second from its first use until the program
/// ends.
final class BackgroundThread: Sendable {
    private final class Work: Sendable {
        private let jobs = Mutex<ArraySlice<(@Sendable () -> Void)?>>([])
        private let count = DispatchSemaphore(value: 0)

        func add(_ job: (@Sendable () -> Void)?) {
            jobs.withLock { $0.append(job) }
            count.signal()
        }

        /// Runs the jobs that are added, up to the first that is nil.
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

    /// Ends the thread after the jobs that were added.
    deinit { work.add(nil) }

    /// Adds a job, which runs after those added before it.
    func async(_ job: @escaping @Sendable () -> Void) { work.add(job) }
}
