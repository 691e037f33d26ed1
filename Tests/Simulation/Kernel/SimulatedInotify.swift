package import FolderWatch
internal import Glibc
internal import Kernel

/// A watch of a ``SimulatedInotify`` on an inode.
final class SimulatedWatch {
    let queue: SimulatedInotify
    let number: Int32
    unowned let inode: SimulatedInode
    var mask: UInt32

    init(_ queue: SimulatedInotify, _ number: Int32, on inode: SimulatedInode, _ mask: UInt32) {
        (self.queue, self.number, self.inode, self.mask) = (queue, number, inode, mask)
    }
}

/// An inotify instance: inotify(7), and `fs/notify/inotify` for what that leaves open.
package final class SimulatedInotify {
    /// `fs.inotify.max_queued_events`.
    package var mostEvents: Int
    private var events: ArraySlice<(event: WatchEvent, cookie: UInt32)> = []
    private var hasOverflowed = false
    private var watches: [Int32: SimulatedWatch] = [:]
    private var lastWatch: Int32 = 0

    package init(mostEvents: Int = 16_384) {
        self.mostEvents = mostEvents
    }

    package var isEmpty: Bool { events.isEmpty }
    package var watchCount: Int { watches.count }

    /// Queues an event unless it equals the last one, or the queue is full.
    func queue(_ mask: UInt32, _ watch: Int32, _ name: FileName?, cookie: UInt32 = 0) {
        guard events.count < mostEvents else {
            guard !hasOverflowed else { return }
            hasOverflowed = true
            events.append((WatchEvent(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: []), 0))
            return
        }
        let event = WatchEvent(watch: watch, mask: mask, name: name?.bytes ?? [])
        if let last = events.last?.event, last.watch == watch, last.mask == mask,
            last.mask & UInt32(IN_IGNORED) == 0, last.name == event.name
        {
            return
        }
        events.append((event, cookie))
    }

    /// Takes the first event with its cookie.
    package func next() -> (event: WatchEvent, cookie: UInt32)? {
        guard let first = events.popFirst() else { return nil }
        if first.event.watch < 0 { hasOverflowed = false }
        return first
    }

    /// Watches an inode; one that is watched already keeps its number.
    package func add(_ inode: SimulatedInode, _ mask: UInt32) -> Int32 {
        if let known = inode.watches.first(where: { $0.queue === self }) {
            known.mask = mask
            return known.number
        }
        lastWatch += 1
        let watch = SimulatedWatch(self, lastWatch, on: inode, mask)
        watches[lastWatch] = watch
        inode.watches.append(watch)
        return lastWatch
    }

    /// Ends a watch, as `inotify_rm_watch(2)`.
    ///
    /// - Returns: False when there is none of the number.
    package func remove(_ number: Int32) -> Bool {
        guard let watch = watches[number] else { return false }
        end(watch)
        return true
    }

    /// Ends a watch; the kernel tells of that in any case.
    func end(_ watch: SimulatedWatch) {
        watches[watch.number] = nil
        watch.inode.watches.removeAll { $0 === watch }
        queue(UInt32(IN_IGNORED), watch.number, nil)
    }

    /// Closes the instance: its watches end, and nobody reads of it.
    package func close() {
        for watch in watches.values { watch.inode.watches.removeAll { $0 === watch } }
        watches = [:]
        events = []
    }
}
