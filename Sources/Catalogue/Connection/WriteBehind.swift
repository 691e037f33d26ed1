internal import Dispatch

/// Inserts new rows and commits on a background thread, while the writer's thread resolves the next files.
///
/// During a first index this is a third of the work. The connection serves one thread at a time, so any other user
/// calls ``finish()`` first.
final class WriteBehind {
    private let rows: NewRows
    private var waiting = NewRows.Batch()
    private let thread = BackgroundThread("writing")
    /// The jobs of the thread, in order; the first may be done already.
    private var jobs: ArraySlice<Job> = []
    private var failure: (any Error)?

    /// The number of rows in a batch: enough to be worth waking a thread, few enough to stay in a processor's cache.
    private static let size = 128
    /// The maximum number of queued batches: those of a few groups, so that the writer does not block while
    /// it has other work.
    private static let longestQueue = 16

    init(_ rows: NewRows) {
        self.rows = rows
    }

    /// Whether the thread is at work.
    var isBusy: Bool { jobs.last.map { !$0.hasEnded() } ?? false }

    /// Inserts a row, possibly after the call has returned; so do the other methods.
    ///
    /// - Throws: An error of an earlier insertion.
    func insert(_ record: consuming AssetRecord) throws {
        waiting.assets.append(record)
        try startIfFull()
    }

    func insert(_ record: DirectoryRecord, _ written: Int64) throws {
        waiting.directories.append((record, written))
        try startIfFull()
    }

    func insert(_ place: BurstPlace) throws {
        waiting.bursts.append(place)
        try startIfFull()
    }

    private func startIfFull() throws {
        guard waiting.count >= Self.size else { return }
        try wait(for: Self.longestQueue - 1)
        let batch = waiting
        waiting = NewRows.Batch()
        waiting.assets.reserveCapacity(Self.size)
        start { [rows] in try rows.insert(batch) }
    }

    /// Finishes everything queued, then runs work that uses the connection without waiting for it.
    func begin(_ work: @escaping () throws -> Void) throws {
        try finish()
        start(work)
    }

    /// Waits until everything is done and the connection is free.
    ///
    /// - Throws: The error of a job; the same again until ``discard()``, because the jobs after it were not done.
    func finish() throws {
        try wait(for: 0)
        guard waiting.count > 0 else { return }
        do {
            try rows.insert(waiting)
            waiting = NewRows.Batch()
        } catch {
            failure = error
            throw error
        }
    }

    /// Waits for the queued jobs and drops the rows that are still waiting, for a transaction that is rolled back.
    func discard() {
        try? wait(for: 0)
        (waiting, failure) = (NewRows.Batch(), nil)
    }

    private func start(_ work: @escaping () throws -> Void) {
        let job = Job(work, after: jobs.last)
        jobs.append(job)
        thread.async { job.run() }
    }

    /// Waits until at most a number of jobs are left.
    private func wait(for count: Int) throws {
        while let first = jobs.first, jobs.count > count || first.hasEnded() {
            failure = failure ?? first.wait()
            jobs.removeFirst()
        }
        if let failure { throw failure }
    }

    /// A job of the thread.
    ///
    /// It is Sendable because `failure` and the contents of `work` belong to the thread until it signals `done`, and to
    /// the writer's thread once that has waited for it.
    private final class Job: @unchecked Sendable {
        private var work: (() throws -> Void)?
        /// The job before it: after a failure, nothing else of the transaction may be written.
        private var former: Job?
        private let done = DispatchSemaphore(value: 0)
        private var failure: (any Error)?
        /// Used only by the writer's thread.
        private var isDone = false

        init(_ work: @escaping () throws -> Void, after former: Job?) {
            (self.work, self.former) = (work, former)
        }

        func run() {
            failure = former?.failure
            do { if failure == nil { try work?() } } catch { failure = error }
            (work, former) = (nil, nil)
            done.signal()
        }

        func hasEnded() -> Bool {
            if !isDone { isDone = done.wait(timeout: .now()) == .success }
            return isDone
        }

        /// Waits for the end of the job, and returns its error.
        func wait() -> (any Error)? {
            if !isDone { done.wait() }
            isDone = true
            return failure
        }
    }
}
