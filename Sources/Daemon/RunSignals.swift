internal import CSystemCalls

/// The signals of a run: once they are used, they are kept from all threads that are started later, and read where they
/// are waited for.
///
/// Until then they have their usual effect, so that opening a large catalogue can be interrupted.
final class RunSignals {
    /// Readable from the first SIGTERM or SIGINT on: nobody takes it off.
    private(set) lazy var stop = heliograph_stop_signals()
    /// Readable when SIGHUP has come.
    private(set) lazy var hangUp = heliograph_hang_up_signals()

    /// They have their usual effect again afterwards; those that came were for the run.
    deinit { heliograph_end_signals() }
}
