internal import Kernel

/// A file that could not be opened where it was seen.
struct Retry {
    /// The file as it was seen.
    var stat: FileStat
    /// When to try next; milliseconds.
    var next: Int64
    /// How often it was tried.
    var tries = 0
}

/// Files that are to be opened again: soon, when a directory has moved, or when another program lets go of them.
///
/// It calls nothing and asks no clock.
final class RetryQueue {
    /// Nothing is concluded while one of these is left.
    private var waiting: [FileLocation: Retry] = [:]
    /// Not found for so long that a directory has to move before they are tried again.
    private var parked: [FileLocation: Retry] = [:]
    /// Held by other programs for long; nothing waits for them.
    private var held: [FileLocation: Retry] = [:]

    /// Tries after which nobody waits for a file any longer.
    static let most = 40
    /// Tries after which nobody waits for another program to let go of a file.
    static let mostWhileHeld = 20

    /// Whether nothing is to be opened soon.
    var isEmpty: Bool { waiting.isEmpty }
    var hasParked: Bool { !parked.isEmpty }
    /// When the first held file is to be tried.
    var nextHeld: Int64? { held.values.lazy.map(\.next).min() }

    /// Forgets everything: a new watcher's walk comes by each place.
    func removeAll() { (waiting, parked, held) = ([:], [:], [:]) }

    // MARK: Entering

    /// Looks for a file at the next turn, unless one at its place is waited for: that is newer.
    func lookSoon(_ location: FileLocation, _ stat: FileStat) {
        if waiting[location] == nil { waiting[location] = Retry(stat: stat, next: 0) }
    }

    func wait(_ location: FileLocation, _ retry: Retry) { waiting[location] = retry }

    func hold(_ location: FileLocation, _ retry: Retry) {
        waiting[location] = nil
        held[location] = retry
    }

    func park(_ location: FileLocation, _ stat: FileStat) {
        parked[location] = Retry(stat: stat, next: 0)
    }

    // MARK: Leaving

    /// Nobody waits for a file any longer.
    func stopWaiting(_ location: FileLocation) {
        if !waiting.isEmpty { waiting[location] = nil }
    }

    /// A file was opened.
    func opened(_ location: FileLocation) {
        if !waiting.isEmpty { waiting[location] = nil }
        if !held.isEmpty { held[location] = nil }
    }

    /// There is no file at a place any more.
    func gone(_ location: FileLocation) {
        (waiting[location], parked[location], held[location]) = (nil, nil, nil)
    }

    /// Directories have moved: what could not be opened may be there now.
    func directoriesMoved() {
        for (location, retry) in parked where waiting[location] == nil {
            waiting[location] = retry
        }
        parked = [:]
        for location in waiting.keys { waiting[location]?.next = 0 }
    }

    // MARK: Trying

    /// The files to try now; each leaves the queue when `body` is called with it.
    func tryDue(_ now: Int64, _ body: (FileLocation, Retry) throws -> Void) rethrows {
        guard !waiting.isEmpty else { return }
        for (location, retry) in waiting where retry.next <= now {
            waiting[location] = nil
            try body(location, retry)
        }
    }

    /// The held files to try now; each leaves the queue when `body` is called with it.
    func tryHeld(_ now: Int64, _ body: (FileLocation, Retry) throws -> Void) rethrows {
        guard !held.isEmpty else { return }
        for (location, retry) in held where retry.next <= now {
            held[location] = nil
            try body(location, retry)
        }
    }
}
