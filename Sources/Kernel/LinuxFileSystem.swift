internal import CSystemCalls
internal import Glibc

/// The file system calls of the running kernel.
package final class LinuxFileSystem: FileSystemCalls, Sendable {
    package static let shared = LinuxFileSystem()

    /// The disk priority the program was started with.
    private let diskPriority = heliograph_disk_priority()

    private init() {}

    package func open(
        _ path: UnsafePointer<CChar>,
        in directory: Int32,
        for use: FileUse
    ) -> Int32 {
        switch use {
        case .directory:
            unsafe heliograph_open_at(
                directory,
                path,
                HELIOGRAPH_O_PATH | O_DIRECTORY | O_NOFOLLOW
            )
        case .listing:
            unsafe heliograph_open_at(directory, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        case .file:
            unsafe heliograph_open_at(
                directory,
                path,
                O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
            )
        case .sharedFile: unsafe heliograph_open_regular(directory, path, O_NOFOLLOW)
        }
    }

    package func duplicate(_ descriptor: Int32) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        return copy >= 0 ? copy : -errno
    }

    package func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

    package func stat(
        _ name: UnsafePointer<CChar>?,
        in directory: Int32,
        _ found: inout FileStat
    ) -> Int32 {
        var status = heliograph_stat()
        let result = unsafe heliograph_stat_at(directory, name, &status)
        if result == 0 { found = FileStat(status) }
        return result
    }

    package func contains(_ name: UnsafePointer<CChar>, in directory: Int32) -> Bool {
        unsafe faccessat(directory, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }

    package func setUrgency(_ urgency: DiskUrgency) {
        switch urgency {
        case .usual: heliograph_set_disk_priority(diskPriority)
        case .idle: heliograph_set_disk_priority(heliograph_idle_disk_priority())
        }
    }

    package func list(_ directory: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let base = buffer.baseAddress else { return -Int(EINVAL) }
        return unsafe heliograph_read_directory(directory, base, buffer.count)
    }

    package func rewind(_ directory: Int32) { lseek(directory, 0, SEEK_SET) }

    package func identity(_ descriptor: Int32) -> FileSystemIdentity? {
        var (number, type): (UInt64, Int64) = (0, 0)
        guard unsafe heliograph_file_system(descriptor, &number, &type) == 0 else { return nil }
        return FileSystemIdentity(number: number, type: type)
    }

    package func mount(_ descriptor: Int32) -> UInt64 {
        var mount: UInt64 = 0
        return unsafe heliograph_mount(descriptor, &mount) == 0 ? mount : 0
    }

    package func isReadOnlySnapshot(_ directory: Int32) -> Bool {
        heliograph_is_read_only_snapshot(directory) != 0
    }
}
