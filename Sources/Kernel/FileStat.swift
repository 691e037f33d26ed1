internal import CSystemCalls

/// The attributes of a file that identify it and reveal changes.
package struct FileStat: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
    package var size: UInt64
    /// Nanoseconds since 1970, as are `changed` and `born`.
    package var modified: Int64
    package var changed: Int64
    /// 0 if the file system does not record birth times.
    package var born: Int64
    package var mode: UInt32
    /// The number of hard links.
    package var links: UInt32
    /// The ID of the owner; 0 if the value was received in a frame.
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

    /// Creates an empty value.
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
