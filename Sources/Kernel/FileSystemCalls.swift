/// The system calls by which directories and files are opened, listed and looked at.
///
/// ``LinuxFileSystem`` makes them; a simulated file system answers the same. A call that fails returns a negative error
/// number, as the kernel itself does.
package protocol FileSystemCalls: AnyObject {
    /// Opens `path`, relative to an open directory unless it begins with a slash, without following a symbolic link in
    /// its last part.
    func open(_ path: UnsafePointer<CChar>, in directory: Int32, for use: FileUse) -> Int32
    /// Opens what a descriptor stands for a second time.
    func duplicate(_ descriptor: Int32) -> Int32
    func close(_ descriptor: Int32)
    /// Looks at a name in an open directory, never following a symbolic link; at the open file or directory itself
    /// when `name` is nil.
    ///
    /// - Returns: 0, or a negative error number.
    func stat(
        _ name: UnsafePointer<CChar>?,
        in directory: Int32,
        _ found: inout FileStat
    ) -> Int32
    /// Whether an open directory has an entry of a name.
    func contains(_ name: UnsafePointer<CChar>, in directory: Int32) -> Bool
    /// Reads the next entries of a directory that was opened for ``FileUse/listing``, as ``DirectoryEntries`` has them.
    ///
    /// - Returns: The number of bytes read, 0 at the end.
    func list(_ directory: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int
    /// The file system that an open file or directory lies on.
    func identity(_ descriptor: Int32) -> FileSystemIdentity?
}

/// What a file or directory is opened for.
package enum FileUse: Sendable {
    /// As a place to look from: `O_PATH`.
    case directory
    /// A directory, to list it.
    case listing
    /// A regular file that nobody else could have put something else in the place of, to read it.
    case file
    /// A file where others may write: it is not opened before it is known to be a regular file, for that alone may
    /// have an effect.
    ///
    /// What is none gives `EMEDIUMTYPE`.
    case sharedFile
}

extension FileSystemCalls {
    /// Looks at `name` in an open directory, never following a symbolic link.
    package func stat(
        _ name: UnsafePointer<CChar>,
        in directory: Int32
    ) throws(SystemError) -> FileStat {
        var found = FileStat()
        let status = unsafe stat(name, in: directory, &found)
        guard status == 0 else { throw SystemError(code: -status) }
        return found
    }

    /// Looks at an open file or directory itself.
    package func stat(descriptor: Int32) throws(SystemError) -> FileStat {
        var found = FileStat()
        let status = unsafe stat(nil, in: descriptor, &found)
        guard status == 0 else { throw SystemError(code: -status) }
        return found
    }
}
