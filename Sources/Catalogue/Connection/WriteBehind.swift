internal import Dispatch

/// Inserts new rows and commits on a thread of its own, while the writer's decides about the files that come next:
/// during a first index that is a third of what there is to do.
///
/// The connection serves one thread at a time, so whoever else wants it calls ``finish()`` before.
final class WriteBehind {
    private let rows: NewRows
    private var waiting = NewRows.Batch()
    private let queue = DispatchQueue(label: "heliograph.writing")
    /// What the thread has to do, in order; the first may be done already.
    private var jobs: ArraySlice<Job> = []
    private var failure: (any Error)?

    /// How many rows go at a time: enough to be worth waking a thread, few enough to stay in a processor's cache.
    private static let size = 128
    /// How many batches may wait: those of a few groups that were decided, so that nobody waits while there is other
    /// work.
    private static let longestQueue = 16

    init(_ rows: NewRows) {
        self.rows = rows
    }

    /// Whether the thread is at work.
    var isBusy: Bool { jobs.last.map { !$0.hasEnded() } ?? false }

    /// Inserts a row, perhaps after the call returned; so do the others.
    ///
    /// - Throws: What became of earlier ones.
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

    /// Does what uses the connection, after all that was inserted, while the caller goes on.
    func begin(_ work: @escaping () throws -> Void) throws {
        try finish()
        start(work)
    }

    /// Returns when all is done and the connection is free.
    ///
    /// - Throws: What went wrong; the same again until ``discard()``, for what came after that was not done.
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

    /// Waits, and forgets what was not done, of a transaction that is given up.
    func discard() {
        try? wait(for: 0)
        (waiting, failure) = (NewRows.Batch(), nil)
    }

    private func start(_ work: @escaping () throws -> Void) {
        let job = Job(work, after: jobs.last)
        jobs.append(job)
        queue.async { job.run() }
    }

    /// Waits until so many jobs are left at the most.
    private func wait(for count: Int) throws {
        while let first = jobs.first, jobs.count > count || first.hasEnded() {
            failure = failure ?? first.wait()
            jobs.removeFirst()
        }
        if let failure { throw failure }
    }

    /// Something to be done on the thread.
    ///
    /// Sendable, for `failure` and what `work` holds are the thread's until it signals `done`, and the writer's
    /// thread's after that has waited for it.
    private final class Job: @unchecked Sendable {
        private var work: (() throws -> Void)?
        /// The one before it: of a transaction that has failed nothing more may be written.
        private var former: Job?
        private let done = DispatchSemaphore(value: 0)
        private var failure: (any Error)?
        /// Known to the writer's thread alone.
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

        /// Waits for the end; what went wrong is the answer.
        func wait() -> (any Error)? {
            if !isDone { done.wait() }
            isDone = true
            return failure
        }
    }
}
