internal import Synchronization

/// The delays after wrong passwords: from the third on, each is twice as long as the one before, up to ten minutes.
///
/// An hour later the failures are forgotten.
final class Guesses: Sendable {
    private struct Source {
        var failures = 0
        var next: ContinuousClock.Instant
    }

    private static let free = 3
    private static let longest = 600
    private static let most = 10_000

    /// The most passwords that wait to be checked.
    private static let mostWaiting = 32

    private let sources = Mutex<[String: Source]>([:])
    private let waiting = Mutex(0)

    /// Lets another password wait to be checked; returns false if too many are waiting.
    func enter() -> Bool {
        waiting.withLock { waiting in
            guard waiting < Self.mostWaiting else { return false }
            waiting += 1
            return true
        }
    }

    /// Records that a password was checked.
    func leave() { waiting.withLock { $0 -= 1 } }

    /// Returns the seconds until the next password of a source is checked; nil if there is no wait.
    func wait(_ source: String, now: ContinuousClock.Instant = .now) -> Int? {
        sources.withLock { sources in
            guard let next = sources[source]?.next, next > now else { return nil }
            return Int((next - now).components.seconds) + 1
        }
    }

    /// Records a wrong password.
    func fail(_ source: String, now: ContinuousClock.Instant = .now) {
        sources.withLock { sources in
            if sources.count >= Self.most,
                let first = sources.min(by: { $0.value.next < $1.value.next })
            {
                sources[first.key] = nil
            }
            var entry = sources[source] ?? Source(next: now)
            if now > entry.next + .seconds(Self.longest * 6) { entry.failures = 0 }
            entry.failures += 1
            let times = entry.failures - Self.free
            let seconds = times < 0 ? 0 : min(1 << min(times, 20), Self.longest)
            entry.next = now + .seconds(seconds)
            sources[source] = entry
        }
    }

    func succeed(_ source: String) { sources.withLock { $0[source] = nil } }
}
