internal import CSystemCalls
internal import Foundation

/// A descriptor that is readable from the time it is raised until it is taken.
struct Signal: Sendable {
    let descriptor: Int32

    init() { descriptor = heliograph_event_descriptor() }

    /// Wraps a descriptor that something else makes readable, such as a signal of the program.
    init(descriptor: Int32) { self.descriptor = descriptor }

    func raise() {
        var one: UInt64 = 1
        unsafe write(descriptor, &one, 8)
    }

    /// Resets the signal, whether or not it was raised.
    func take() {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&polled, 1, 0) > 0 else { return }
        var count: UInt64 = 0
        unsafe read(descriptor, &count, 8)
    }
}
