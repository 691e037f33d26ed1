package import Kernel

/// The kernel's watches and their event queue, as one thread uses them.
package protocol WatchQueue {
    /// Readable when events wait.
    var descriptor: Int32 { get }
    /// How many watches the system allows one user.
    var limit: Int { get }
    /// Entries kept for watches that no longer exist; they go away with ``reset()``.
    var deadEntries: Int { get }

    /// Watches an open directory.
    ///
    /// - Returns: The watch descriptor: the one of an earlier call when it is the same live inode.
    /// - Throws: The kernel's error; `ENOSPC` when the table of watches is full.
    mutating func add(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32
    /// Lets go of the directory that was watched last, which may be held until then.
    mutating func becomeIdle()
    /// Ends a live watch.
    mutating func remove(_ watch: Int32)
    /// The next event, without waiting; nil when the queue is empty.
    mutating func next() -> WatchEvent?
    /// Drops every watch and every waiting event and begins anew.
    mutating func reset() throws(SystemError)
}

/// One event: a hint at which name to look again, nothing more.
package struct WatchEvent: Sendable {
    /// The watch, or -1 for an overflow.
    package var watch: Int32
    /// The kernel's `IN_` bits.
    package var mask: UInt32
    package var name: [UInt8]

    package init(watch: Int32, mask: UInt32, name: [UInt8]) {
        self.watch = watch
        self.mask = mask
        self.name = name
    }
}
