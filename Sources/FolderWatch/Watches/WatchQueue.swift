package import Kernel

/// The kernel's watches and their event queue, used from one thread.
package protocol WatchQueue {
    /// The descriptor that becomes readable when events are waiting.
    var descriptor: Int32 { get }
    /// The number of watches the system allows one user; 0 while it allows no instance of inotify, of which
    /// ``add(_:isRoot:)`` takes the next that is free.
    var limit: Int { get }
    /// Whether the limit is that of a user namespace, which is lower than the system's.
    var isLimitOfNamespace: Bool { get }
    /// The number of entries of watches that no longer exist; ``reset()`` frees them.
    var deadEntries: Int { get }

    /// Watches an open directory.
    ///
    /// - Returns: The watch descriptor, which is that of an earlier call if the inode is the same and still watched.
    /// - Throws: The kernel's error; `ENOSPC` when the table of watches is full.
    mutating func add(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32
    /// Releases the directory that was watched last, which may be kept open until then.
    mutating func becomeIdle()
    /// Ends a live watch.
    mutating func remove(_ watch: Int32)
    /// Returns the next event without blocking; nil if the queue is empty.
    mutating func next() -> WatchEvent?
    /// Drops every watch and every waiting event, and starts over.
    mutating func reset() throws(SystemError)
}

extension WatchQueue {
    package var isLimitOfNamespace: Bool { false }
}

/// An event, which is only a hint to check a name.
package struct WatchEvent: Sendable {
    /// The watch, or -1 for an overflow.
    package var watch: Int32
    /// The kernel's `IN_` bits.
    package var mask: UInt32
    package var name: [UInt8]
    /// The number that connects the two events of a rename; 0 in other events.
    package var cookie: UInt32

    package init(watch: Int32, mask: UInt32, name: [UInt8], cookie: UInt32 = 0) {
        self.watch = watch
        self.mask = mask
        self.name = name
        self.cookie = cookie
    }
}
