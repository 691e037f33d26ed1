internal import Kernel

extension FileStat {
    /// Reads the attributes of a name in an open directory, never following a symbolic link.
    static func of(
        _ name: UnsafePointer<CChar>,
        in directory: Int32
    ) throws(SystemError) -> FileStat {
        try unsafe LinuxFileSystem.shared.stat(name, in: directory)
    }

    /// Reads the attributes of an open file or directory itself.
    static func of(descriptor: Int32) throws(SystemError) -> FileStat {
        try LinuxFileSystem.shared.stat(descriptor: descriptor)
    }
}
