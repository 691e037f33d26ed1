/// The system calls to open, list and check directories and files.
///
/// ``LinuxFileSystem`` makes the real calls; tests substitute a simulated file system. A call that fails
/// returns a negative error number, as the kernel does.
package protocol FileSystemCalls: AnyObject {
    /// Opens `path`, relative to an open directory unless it begins with a slash, without following a symbolic link in
    /// its last part.
    func open(_ path: UnsafePointer<CChar>, in directory: Int32, for use: FileUse) -> Int32
    /// Duplicates a descriptor.
    func duplicate(_ descriptor: Int32) -> Int32
    func close(_ descriptor: Int32)
    /// Reads the attributes of a name in an open directory, without following a symbolic link, or of the open
    /// file itself if `name` is nil.
    ///
    /// - Returns: 0, or a negative error number.
    func stat(
        _ name: UnsafePointer<CChar>?,
        in directory: Int32,
        _ found: inout FileStat
    ) -> Int32
    /// Returns whether an open directory has an entry with a name.
    func contains(_ name: UnsafePointer<CChar>, in directory: Int32) -> Bool
    /// Reads the next entries of a directory opened for ``FileUse/listing``, in the format of
    /// ``DirectoryEntries``.
    ///
    /// - Returns: The number of bytes read, 0 at the end.
    func list(_ directory: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// Starts the listing of a directory over, including entries that were added after the directory was opened.
    ///
    /// Btrfs lists no others, see `btrfs_opendir` and `btrfs_dir_llseek` of Linux.
    func rewind(_ directory: Int32)
    /// Returns the file system that an open file or directory is on.
    func identity(_ descriptor: Int32) -> FileSystemIdentity?
    /// Returns the ID of the mount through which an open file or directory was reached; 0 if it cannot be determined.
    func mount(_ descriptor: Int32) -> UInt64
    /// Returns whether an open directory lies in a read-only snapshot of a subvolume of Btrfs that was made on this
    /// disk, not received from another one.
    func isReadOnlySnapshot(_ directory: Int32) -> Bool
    /// Sets the urgency of the calling thread's disk reads from now on.
    func setUrgency(_ urgency: DiskUrgency)
}

/// The urgency of a thread's disk reads.
package enum DiskUrgency: Sendable {
    /// The same as when the program was started.
    case usual
    /// Other programs' reads go first.
    case idle
}

/// The purpose of opening a file or directory.
package enum FileUse: Sendable {
    /// To resolve names in a directory: `O_PATH`.
    case directory
    /// To list a directory.
    case listing
    /// To read a regular file that no other user can replace.
    case file
    /// To read a file where others can write: its type is checked before it is opened, because opening a
    /// device or pipe can have side effects.
    ///
    /// Anything but a regular file results in `EMEDIUMTYPE`.
    case sharedFile
}

extension FileSystemCalls {
    /// Reads the attributes of a name in an open directory, without following a symbolic link.
    package func stat(
        _ name: UnsafePointer<CChar>,
        in directory: Int32
    ) throws(SystemError) -> FileStat {
        var found = FileStat()
        let status = unsafe stat(name, in: directory, &found)
        guard status == 0 else { throw SystemError(code: -status) }
        return found
    }

    /// Reads the attributes of an open file or directory.
    package func stat(descriptor: Int32) throws(SystemError) -> FileStat {
        var found = FileStat()
        let status = unsafe stat(nil, in: descriptor, &found)
        guard status == 0 else { throw SystemError(code: -status) }
        return found
    }
}
