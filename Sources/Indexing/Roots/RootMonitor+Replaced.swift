internal import Catalogue
internal import Kernel
internal import Logging
internal import PhotoModel

/// Roots at whose path is another directory than the known one.
extension RootMonitor {
    /// Marks a root offline at whose path is another directory, which is not followed.
    func markReplaced(_ root: RootRecord) throws {
        guard !isEmptyOnDisk(root.id) else {
            return try markOffline(root.id, .unmounted, .empty(known: photos(root.id)))
        }
        try markOffline(root.id, .replaced, .replaced(known: photos(root.id)))
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

    /// How many photos are known of a root.
    func photos(_ root: Int64) -> Int64 {
        writer.directories.values.reduce(0) { $0 + ($1.root == root ? $1.assetCount : 0) }
    }
}
