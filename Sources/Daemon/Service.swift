/// A part of a running indexer, with a thread of its own.
protocol Service: Sendable {
    /// The name of its thread.
    var name: String { get }

    /// Works until it is done or asked to stop.
    func run() throws

    /// Asks the service to stop; called on another thread, possibly before ``run()`` or after it.
    func stop()
}
