internal import CSystemCalls

/// The signals of a run: once in use, they are blocked in all threads started later, and read from descriptors.
///
/// Until then they have their usual effect, so that opening a large catalogue can be interrupted.
final class RunSignals {
    /// Readable from the first SIGTERM or SIGINT on, because nothing reads it.
    private(set) lazy var stop = heliograph_stop_signals()
    /// Readable after SIGHUP.
    private(set) lazy var hangUp = heliograph_hang_up_signals()

    /// Restores the usual effect of the signals, and discards those that arrived during the run.
    deinit { heliograph_end_signals() }
}
