internal import ServiceLifecycle
internal import UnixSignals

/// SIGHUP has the settings read and everything checked again, and the feed go to a new file if the old
/// one was moved away.
struct HangUpService: Service {
    let raised: [Signal]

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            for signal in raised { signal.raise() }
        }
    }
}
