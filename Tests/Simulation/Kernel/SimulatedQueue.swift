package import FolderWatch
internal import Glibc
package import Kernel

/// The watches of a ``SimulatedProcess`` and their events, as libinotifytools gives them.
package struct SimulatedQueue: WatchQueue {
    package let descriptor: Int32 = -1
    package private(set) var deadEntries = 0
    private let process: SimulatedProcess
    package private(set) var inotify: SimulatedInotify
    /// The directory that was watched last is the process's own.
    private var current: SimulatedFile?

    package static let mask = UInt32(
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB
    )
    package static let rootMask = mask | UInt32(IN_DELETE_SELF | IN_MOVE_SELF)

    package init(_ process: SimulatedProcess, mostEvents: Int) {
        self.process = process
        inotify = SimulatedInotify(mostEvents: mostEvents)
    }

    package var limit: Int { process.kernel.watchLimit }

    package mutating func add(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32 {
        process.kernel.onCall?()
        guard let file = process.handles[directory] as? SimulatedFile else {
            throw SystemError(code: EBADF)
        }
        becomeIdle()
        process.kernel.hold(file.inode, file.entry)
        current = file
        guard file.inode.isReadable else { throw SystemError(code: EACCES) }
        let isKnown = file.inode.watches.contains { $0.queue === inotify }
        guard isKnown || inotify.watchCount < process.kernel.watchLimit else {
            throw SystemError(code: ENOSPC)
        }
        let mask = isRoot ? Self.rootMask : Self.mask
        guard process.kernel.faults.has(.lateWatch), !isKnown else {
            return inotify.add(file.inode, mask)
        }
        let watch = inotify.add(file.inode, 0)
        process.kernel.lateWatches.append((inotify, file.inode, mask))
        return watch
    }

    package mutating func becomeIdle() {
        if let current { process.kernel.letGo(current.inode, current.entry) }
        current = nil
    }

    package mutating func remove(_ watch: Int32) {
        if !inotify.remove(watch) { deadEntries += 1 }
    }

    package mutating func next() -> WatchEvent? {
        process.kernel.beginLateWatches()
        repeat {
            guard let next = inotify.next() else { return nil }
            var event = next.event
            event.cookie = next.cookie
            if !isLost(event) { return taken(event) }
        } while true
    }

    private mutating func taken(_ event: WatchEvent) -> WatchEvent {
        if event.mask & UInt32(IN_IGNORED) != 0 { deadEntries += 1 }
        return event
    }

    /// Whether a fault is planted that keeps an event from being told.
    private func isLost(_ event: WatchEvent) -> Bool {
        let faults = process.kernel.faults
        func isOf(_ mask: Int, _ fault: PlantedFault, oneIn times: Int) -> Bool {
            event.mask & UInt32(mask) != 0 && faults.shows(fault, oneIn: times)
        }
        return faults.shows(.lostEvent, oneIn: 40) || isOf(Int(IN_DELETE), .lostDelete, oneIn: 3)
            || isOf(Int(IN_MOVED_FROM), .lostMovedFrom, oneIn: 3)
            || isOf(Int(IN_CLOSE_WRITE), .lostCloseWrite, oneIn: 3)
            || isOf(Int(IN_Q_OVERFLOW), .ignoredOverflow, oneIn: 1)
    }

    package mutating func reset() throws(SystemError) {
        let most = inotify.mostEvents
        inotify.close()
        deadEntries = 0
        inotify = SimulatedInotify(mostEvents: most)
    }

    /// The process has ended.
    package mutating func close() {
        becomeIdle()
        inotify.close()
    }
}
