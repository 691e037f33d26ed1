internal import NIOPosix

/// Threads for blocking work: queries of the catalogue, making pictures, reading files.
struct Workers: Sendable {
    private let pool: NIOThreadPool

    init(threads: Int) {
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    /// Runs a piece of work on one of the threads, and returns its result.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws
        -> Result
    { try await pool.runIfActive(work) }
}
