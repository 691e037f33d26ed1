internal import CSystem

/// What the kernel says of one file, as far as it tells whether the file is the same and unchanged.
package struct FileStat: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
    package var size: UInt64
    /// Nanoseconds since 1970, as are `changed` and `born`.
    package var modified: Int64
    package var changed: Int64
    /// Zero where the file system does not keep the time of birth.
    package var born: Int64
    package var mode: UInt32
    /// How many names the file has.
    package var links: UInt32
    /// Whose it is; 0 in one that came in a frame.
    package var user: UInt32

    package init(
        device: UInt64,
        inode: UInt64,
        size: UInt64,
        modified: Int64,
        changed: Int64,
        born: Int64,
        mode: UInt32,
        links: UInt32 = 1,
        user: UInt32 = 0
    ) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
        self.born = born
        self.mode = mode
        self.links = links
        self.user = user
    }

    /// One that nothing was found for yet.
    package init() {
        self.init(device: 0, inode: 0, size: 0, modified: 0, changed: 0, born: 0, mode: 0)
    }

    init(_ found: heliograph_stat) {
        self.init(
            device: found.device,
            inode: found.inode,
            size: found.size,
            modified: found.modified,
            changed: found.changed,
            born: found.born,
            mode: found.mode,
            links: found.links,
            user: found.user
        )
    }

    package var isDirectory: Bool { mode & 0o170000 == 0o040000 }
    package var isRegularFile: Bool { mode & 0o170000 == 0o100000 }
}
