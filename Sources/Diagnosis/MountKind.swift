internal import CSystem
internal import Foundation
internal import Indexing
internal import Kernel

/// The file system that a path lies on.
struct MountKind {
    /// As `mount` calls it, such as `ext4` or `nfs4`.
    let name: String
    /// Whether others can change files behind inotify's back.
    let isRemote: Bool
    /// Whether inode numbers stay with a file.
    let hasStableInodes: Bool

    init(of path: [UInt8]) {
        var (identity, type) = (UInt64(0), Int64(0))
        let descriptor = unsafe open(path.cString, HELIOGRAPH_O_PATH | O_CLOEXEC)
        defer { close(descriptor) }
        _ = unsafe heliograph_file_system(descriptor, &identity, &type)
        isRemote = RemoteFileSystem.names[type] != nil
        hasStableInodes = FileSystemIdentity.hasStableInodes(type)
        name = Self.name(descriptor) ?? RemoteFileSystem.names[type] ?? "a local file system"
    }

    /// Returns the file system type from `/proc/self/mountinfo`, by the mount ID in the descriptor's entry.
    private static func name(_ descriptor: Int32) -> String? {
        guard
            let facts = try? String(
                contentsOfFile: "/proc/self/fdinfo/\(descriptor)",
                encoding: .utf8
            ),
            let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8),
            let line = facts.split(separator: "\n").first(where: { $0.hasPrefix("mnt_id:") }),
            let number = line.split(separator: "\t").last
        else { return nil }
        let mount = table.split(separator: "\n").first { $0.hasPrefix("\(number) ") }
        // What stands before the dash varies in number.
        let fields = mount?.split(separator: " ") ?? []
        guard let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { return nil }
        return String(fields[dash + 1])
    }
}
