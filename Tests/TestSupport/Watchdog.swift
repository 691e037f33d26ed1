package import Foundation
internal import Synchronization

/// Kills a program that does not end, so that whoever reads its output or waits for it fails instead of hanging.
package final class Watchdog: Sendable {
    /// Longer than anything takes on a busy machine, in seconds.
    package static let patience: Double = 1_200

    private let isOver = Mutex(false)
    private let hasKilled = Mutex(false)

    /// Watches over a program that was started, until ``end()``.
    package init(_ process: Process, seconds: Double = Watchdog.patience) {
        let number = process.processIdentifier
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
            isOver.withLock { isOver in
                // Its number may be another's by now.
                guard !isOver else { return }
                hasKilled.withLock { $0 = true }
                kill(number, SIGKILL)
            }
        }
    }

    /// Watches no more.
    ///
    /// - Returns: Whether the program had to be killed.
    @discardableResult
    package func end() -> Bool {
        isOver.withLock { $0 = true }
        return hasKilled.withLock { $0 }
    }
}
