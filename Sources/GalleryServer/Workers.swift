internal import NIOPosix

/// Threads for what waits: questions to the catalogue, pictures that are made, files that are read.
struct Workers: Sendable {
    private let pool: NIOThreadPool

    init(threads: Int) {
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    /// Runs a piece of work, and returns what it returns.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws
        -> Result
    { try await pool.runIfActive(work) }
}
