/// A part of a running indexer, which has a thread of its own.
protocol Service: Sendable {
    /// The name of its thread.
    var name: String { get }

    /// Works until the work is done, or until told to stop.
    func run() throws

    /// Tells it to stop; called on another thread, and perhaps before ``run()`` or after it.
    func stop()
}
