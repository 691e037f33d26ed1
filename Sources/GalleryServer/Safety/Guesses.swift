internal import Synchronization

/// Makes whoever gives wrong passwords wait: after the third, twice as long each time, up to ten minutes.
///
/// An hour later all is forgotten.
final class Guesses: Sendable {
    private struct Source {
        var failures = 0
        var next: ContinuousClock.Instant
    }

    private static let free = 3
    private static let longest = 600
    private static let most = 10_000

    /// How many passwords wait to be looked at.
    private static let mostWaiting = 32

    private let sources = Mutex<[String: Source]>([:])
    private let waiting = Mutex(0)

    /// Lets one more password wait to be looked at; false where too many do.
    func enter() -> Bool {
        waiting.withLock { waiting in
            guard waiting < Self.mostWaiting else { return false }
            waiting += 1
            return true
        }
    }

    /// A password was looked at.
    func leave() { waiting.withLock { $0 -= 1 } }

    /// How many seconds somebody has to wait before the next password is looked at; nil for none.
    func wait(_ source: String, now: ContinuousClock.Instant = .now) -> Int? {
        sources.withLock { sources in
            guard let next = sources[source]?.next, next > now else { return nil }
            return Int((next - now).components.seconds) + 1
        }
    }

    /// Remembers a wrong password.
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
