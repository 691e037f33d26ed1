internal import CSystemCalls
internal import Catalogue
internal import Foundation

/// Calls a closure after commits to a catalogue, whoever makes them, on a thread of its own.
///
/// Nothing runs while nothing is committed. Letting go of the listener ends its thread.
final class CommitListener: Sendable {
    private let stop: Int32

    init(catalogue: String, _ onCommit: @escaping @Sendable () -> Void) {
        let stop = heliograph_event_descriptor()
        self.stop = stop
        let thread = Thread {
            let signal = CommitSignal(catalogue: catalogue, stop: stop)
            // The first time for what was committed before the signal was there to be given.
            repeat { onCommit() } while signal.wait()
            close(stop)
        }
        thread.name = "photo library"
        thread.start()
    }

    deinit {
        var one: UInt64 = 1
        unsafe write(stop, &one, 8)
    }
}
