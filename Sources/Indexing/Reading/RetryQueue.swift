internal import Kernel

/// A file that could not be opened where it was seen.
struct Retry {
    /// The attributes of the file as it was seen.
    var stat: FileStat
    /// When to try next, in milliseconds.
    var next: Int64
    /// The number of earlier attempts.
    var tries = 0
}

/// Files to be opened again: soon, when a directory has moved, or when another program releases its lease.
///
/// It does no I/O and reads no clock.
final class RetryQueue {
    /// Files that are retried soon; while there are any, nothing is concluded from absent files.
    private var waiting: [FileLocation: Retry] = [:]
    /// Files not found for so long that they are retried only after a directory has moved.
    private var parked: [FileLocation: Retry] = [:]
    /// Files that other programs hold for a long time; nothing waits for them.
    private var held: [FileLocation: Retry] = [:]

    /// The number of failed reads of each file whose disk reported an error.
    private var unread: [FileLocation: Int] = [:]

    /// The maximum number of files with disk errors that are retried on their own; others are retried at the next
    /// check.
    static let mostUnread = 1_000
    /// The number of attempts after which a file is no longer waited for.
    static let most = 40
    /// The number of attempts after which another program's lease is no longer waited for.
    static let mostWhileHeld = 20
    /// Milliseconds between attempts while the system is short of descriptors or memory.
    static let pauseWhileShort: Int64 = 250

    /// Whether no file has to be retried soon.
    var isEmpty: Bool { waiting.isEmpty }
    var hasParked: Bool { !parked.isEmpty }
    /// When to retry the first held file.
    var nextHeld: Int64? { held.values.lazy.map(\.next).min() }

    /// Removes everything: a new watcher's walk visits every place.
    func removeAll() { (waiting, parked, held, unread) = ([:], [:], [:], [:]) }

    // MARK: Adding

    /// Retries a file at the next turn, unless a newer one is already waiting at its place.
    func retrySoon(_ location: FileLocation, _ stat: FileStat) {
        if waiting[location] == nil { waiting[location] = Retry(stat: stat, next: 0) }
    }

    func wait(_ location: FileLocation, _ retry: Retry) { waiting[location] = retry }

    func hold(_ location: FileLocation, _ retry: Retry) {
        waiting[location] = nil
        held[location] = retry
    }

    /// Schedules another read of a file whose disk reported an error.
    ///
    /// The first is in two seconds, and each delay is twice the last, because a bad disk should not be read all the
    /// time.
    func holdUnread(_ location: FileLocation, _ stat: FileStat, at now: Int64) {
        let tries = unread[location] ?? 0
        guard tries > 0 || unread.count < Self.mostUnread else { return }
        unread[location] = tries + 1
        hold(location, Retry(stat: stat, next: now + 2_000 << Int64(min(tries, 11))))
    }

    func park(_ location: FileLocation, _ stat: FileStat) {
        parked[location] = Retry(stat: stat, next: 0)
    }

    // MARK: Removing

    /// Stops waiting for a file.
    func stopWaiting(_ location: FileLocation) {
        if !waiting.isEmpty { waiting[location] = nil }
    }

    /// Records that a file was read.
    func read(_ location: FileLocation) {
        if !unread.isEmpty { unread[location] = nil }
    }

    /// Records that a file was opened.
    func opened(_ location: FileLocation) {
        if !waiting.isEmpty { waiting[location] = nil }
        if !held.isEmpty { held[location] = nil }
    }

    /// Records that a place is empty.
    func gone(_ location: FileLocation) {
        (waiting[location], parked[location], held[location]) = (nil, nil, nil)
        unread[location] = nil
    }

    /// Retries everything parked or waiting at once, because directories have moved.
    func directoriesMoved() {
        for (location, retry) in parked where waiting[location] == nil {
            waiting[location] = retry
        }
        parked = [:]
        for location in waiting.keys { waiting[location]?.next = 0 }
    }

    // MARK: Retrying

    /// Removes the files that are due and calls `body` with each.
    func tryDue(_ now: Int64, _ body: (FileLocation, Retry) throws -> Void) rethrows {
        guard !waiting.isEmpty else { return }
        for (location, retry) in waiting where retry.next <= now {
            waiting[location] = nil
            try body(location, retry)
        }
    }

    /// Removes the held files that are due and calls `body` with each.
    func tryHeld(_ now: Int64, _ body: (FileLocation, Retry) throws -> Void) rethrows {
        guard !held.isEmpty else { return }
        for (location, retry) in held where retry.next <= now {
            held[location] = nil
            try body(location, retry)
        }
    }
}
