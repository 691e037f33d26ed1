package import Kernel

/// The kernel's watches and their event queue, used from one thread.
package protocol WatchQueue {
    /// Becomes readable when events are waiting.
    var descriptor: Int32 { get }
    /// The number of watches the system allows one user.
    var limit: Int { get }
    /// Whether it is the limit of a user namespace, which is lower than the system's.
    var isLimitOfNamespace: Bool { get }
    /// Entries of watches that no longer exist, freed by ``reset()``.
    var deadEntries: Int { get }

    /// Watches an open directory.
    ///
    /// - Returns: The watch descriptor: the one of an earlier call when it is the same live inode.
    /// - Throws: The kernel's error; `ENOSPC` when the table of watches is full.
    mutating func add(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32
    /// Releases the directory that was watched last, which may be kept open until then.
    mutating func becomeIdle()
    /// Ends a live watch.
    mutating func remove(_ watch: Int32)
    /// Returns the next event without blocking; nil if the queue is empty.
    mutating func next() -> WatchEvent?
    /// Drops every watch and every waiting event and starts over.
    mutating func reset() throws(SystemError)
}

extension WatchQueue {
    package var isLimitOfNamespace: Bool { false }
}

/// An event, which is only a hint at a name to check.
package struct WatchEvent: Sendable {
    /// The watch, or -1 for an overflow.
    package var watch: Int32
    /// The kernel's `IN_` bits.
    package var mask: UInt32
    package var name: [UInt8]
    /// Connects the two events of a rename; 0 in others.
    package var cookie: UInt32

    package init(watch: Int32, mask: UInt32, name: [UInt8], cookie: UInt32 = 0) {
        self.watch = watch
        self.mask = mask
        self.name = name
        self.cookie = cookie
    }
}
