internal import CSystemCalls
internal import Foundation
internal import Synchronization

/// Services that run until one of them ends or the program is asked to end; then the others are stopped.
///
/// The group uses threads and poll(2) rather than tasks, whose thread pool wakes up once a second for the lifetime of a
/// program.
struct ServiceGroup {
    /// In starting order; they are stopped in reverse, each after the following one has ended.
    let services: [any Service]
    /// Called at SIGHUP.
    let onHangUp: () -> Void

    /// Blocks until all services have ended.
    ///
    /// - Returns: Whether a service ended by itself; false after a signal.
    /// - Throws: The error of the service that failed first.
    func run(_ signals: RunSignals) throws -> Bool {
        let threads = services.map { ServiceThread($0) }
        let descriptors = [signals.stop, signals.hangUp] + threads.map(\.ended.descriptor)
        for thread in threads { thread.start() }
        let isDone = waitForEnd(descriptors, signals)
        for thread in threads.reversed() { thread.end() }
        let failure = threads.compactMap(\.failure).min { $0.time < $1.time }
        if let failure { throw failure.error }
        return isDone
    }

    /// Waits until a service ends, or a signal requests the end of all.
    private func waitForEnd(_ descriptors: [Int32], _ signals: RunSignals) -> Bool {
        while true {
            var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard unsafe poll(&polled, UInt(polled.count), -1) > 0 else { continue }
            if polled[1].revents != 0, heliograph_take_signal(signals.hangUp) != 0 { onHangUp() }
            if polled[0].revents != 0 { return false }
            if polled[2...].contains(where: { $0.revents != 0 }) { return true }
        }
    }
}

/// The thread of a service.
private final class ServiceThread: Sendable {
    struct Failure {
        let error: any Error
        let time: Double
    }

    /// Raised when the service has ended.
    let ended = Signal()
    private let service: any Service
    private let found = Mutex<Failure?>(nil)

    init(_ service: any Service) {
        self.service = service
    }

    /// The error thrown by the service.
    var failure: Failure? { found.withLock { $0 } }

    func start() {
        let thread = Thread { self.run() }
        thread.name = service.name
        thread.start()
    }

    private func run() {
        do { try service.run() } catch {
            found.withLock { $0 = Failure(error: error, time: monotonicSeconds()) }
        }
        ended.raise()
    }

    /// Stops the service and waits for its end.
    func end() {
        service.stop()
        var polled = pollfd(fd: ended.descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&polled, 1, -1) < 1 {}
    }
}
