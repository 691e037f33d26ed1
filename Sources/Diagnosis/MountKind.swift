internal import CSystemCalls
internal import Foundation
internal import Indexing
internal import Kernel

/// The kind of file system that a path is on.
struct MountKind {
    /// The name in the mount table, such as `ext4` or `nfs4`.
    let name: String
    /// Whether other machines can change files without inotify events.
    let isRemote: Bool
    /// Whether a file keeps its inode number.
    let hasStableInodes: Bool

    init(of path: [UInt8]) {
        var (identity, type) = (UInt64(0), Int64(0))
        let descriptor = unsafe open(path.cString, HELIOGRAPH_O_PATH | O_CLOEXEC)
        defer { close(descriptor) }
        _ = unsafe heliograph_file_system(descriptor, &identity, &type)
        isRemote = RemoteFileSystem.names[type] != nil
        hasStableInodes = FileSystemIdentity.hasStableInodes(type)
        name =
            MountInfo.fileSystem(of: descriptor) ?? RemoteFileSystem.names[type]
            ?? "a local file system"
    }
}
