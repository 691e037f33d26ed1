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
    /// The ID of the owner; 0 if the value was received in a frame, as is `group`.
    package var user: UInt32
    package var group: UInt32

    package init(
        device: UInt64,
        inode: UInt64,
        size: UInt64,
        modified: Int64,
        changed: Int64,
        born: Int64,
        mode: UInt32,
        links: UInt32 = 1,
        user: UInt32 = 0,
        group: UInt32 = 0
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
        self.group = group
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
            user: found.user,
            group: found.group
        )
    }

    /// The permissions, owner, group and hard links as one number: a change of them changes an inode's change time
    /// without its content, and the number is not 0 for a file that has a name; its last 16 bits are the number of
    /// links.
    package var attributes: Int64 {
        let owners = UInt64(user) << 32 | UInt64(group)
        let mixed = (owners ^ UInt64(mode & 0o7777)) &* 0x9E37_79B9_7F4A_7C15
        return Int64(bitPattern: mixed & ~0xFFFF | UInt64(min(links, 0xFFFF)))
    }

    package var isDirectory: Bool { mode & 0o170000 == 0o040000 }
    package var isRegularFile: Bool { mode & 0o170000 == 0o100000 }
}
