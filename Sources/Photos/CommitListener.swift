internal import CSystemCalls
internal import Catalogue
internal import Foundation

/// Calls a closure on its own thread after commits to a catalogue, including those of other programs.
///
/// Nothing runs between commits. Releasing the listener ends its thread.
final class CommitListener: Sendable {
    private let stop: Int32

    init(catalogue: String, _ onCommit: @escaping @Sendable () -> Void) {
        let stop = heliograph_event_descriptor()
        self.stop = stop
        let thread = Thread {
            let signal = CommitSignal(catalogue: catalogue, stop: stop)
            // The first call covers commits from before the signal existed.
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
