package import CSystem

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

    package init(
        device: UInt64,
        inode: UInt64,
        size: UInt64,
        modified: Int64,
        changed: Int64,
        born: Int64,
        mode: UInt32,
        links: UInt32 = 1
    ) {
        self.device = device
        self.inode = inode
        self.size = size
        self.modified = modified
        self.changed = changed
        self.born = born
        self.mode = mode
        self.links = links
    }

    package init(_ found: heliograph_stat) {
        self.init(
            device: found.device,
            inode: found.inode,
            size: found.size,
            modified: found.modified,
            changed: found.changed,
            born: found.born,
            mode: found.mode,
            links: found.links
        )
    }

    package var isDirectory: Bool { mode & 0o170000 == 0o040000 }
    package var isRegularFile: Bool { mode & 0o170000 == 0o100000 }

    /// Looks at `name` in an open directory, never following a symbolic link.
    package static func of(
        _ name: UnsafePointer<CChar>,
        in directory: Int32
    ) throws(SystemError) -> FileStat {
        var found = heliograph_stat()
        let status = unsafe heliograph_stat_at(directory, name, &found)
        guard status == 0 else { throw SystemError(code: -status) }
        return FileStat(found)
    }

    /// Looks at an open file or directory itself.
    package static func of(descriptor: Int32) throws(SystemError) -> FileStat {
        var found = heliograph_stat()
        let status = unsafe heliograph_stat_at(descriptor, nil, &found)
        guard status == 0 else { throw SystemError(code: -status) }
        return FileStat(found)
    }
}

/// An error number of the kernel.
package struct SystemError: Error, Hashable, Sendable {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }
}
