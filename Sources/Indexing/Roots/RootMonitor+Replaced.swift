internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import Logging
internal import PhotoModel

/// Roots that have a directory other than the known one, or an empty one, at their path.
extension RootMonitor {
    /// Marks a root offline because another directory, which is not followed, is at its path.
    ///
    /// An empty directory is more likely the mount point of a disk that is unavailable than another folder.
    func markReplaced(_ root: RootRecord) throws {
        guard !isEmptyOnDisk(root.id) else {
            vacant.insert(root.id)
            return try markOffline(root.id, .unmounted, .empty(known: photos(root.id)))
        }
        vacant.remove(root.id)
        try markOffline(root.id, .replaced, .replaced(known: photos(root.id)))
    }

    /// Marks a root offline whose folder is empty, because it may be a mount point without its disk.
    func markEmpty(_ folder: WatchedDirectory) throws {
        tree.setUntrusted(true, folder)
        empty.insert(folder.root)
        try writer.write {
            try markOffline(folder.root, .unmounted, .empty(known: photos(folder.root)))
        }
    }

    /// Handles an entry that appears in an untrusted folder.
    ///
    /// If the folder is the known one and was empty, it is in use, and photos that are not in it are missing.
    func filled(_ root: Int64) throws {
        if vacant.contains(root), let record = writer.roots[root] {
            return try writer.write { try markReplaced(record) }
        }
        guard empty.remove(root) != nil, let record = writer.roots[root],
            let folder = tree[record.directory]
        else { return }
        tree.setUntrusted(false, folder)
        context.logger.notice(
            "the folder that was empty is in use again; looking at it",
            metadata: ["root.path": "\(PrintableText.line(record.path))"]
        )
        session.progress.directoryReturned()
        try writer.write { try walkAgain(root) }
    }

    /// Returns whether the directory at a root's path is empty now.
    func isEmptyOnDisk(_ root: Int64) -> Bool {
        guard let path = writer.roots[root]?.path,
            let opened = try? OpenDirectory(path: path, for: .listing, context.system.files)
        else { return false }
        return (try? opened.isEmpty) ?? false
    }

    /// Logs that another directory is accepted as a root.
    func logAccepted(_ root: RootRecord) {
        context.logger.notice(
            "another directory is accepted as a folder; photos that are not found in it are removed",
            metadata: [
                "root.path": "\(PrintableText.line(root.path))",
                "assets.known": "\(Quantity(photos(root.id), "photo"))",
            ]
        )
    }

    /// Returns the number of photos known in a root.
    func photos(_ root: Int64) -> Int64 {
        writer.directories.values.reduce(0) { $0 + ($1.root == root ? $1.assetCount : 0) }
    }
}
