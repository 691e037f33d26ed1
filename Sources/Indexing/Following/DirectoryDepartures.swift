internal import Catalogue
internal import Kernel

/// Directories that are no longer followed, or that a walk did not find.
///
/// Their known contents are missing until they turn up elsewhere, or are kept because a disk may be away.
final class DirectoryDepartures {
    private let context: IndexingContext
    private let tree: WatchedTree
    private let missing: MissingFiles
    private let roots: RootMonitor

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ roots: RootMonitor
    ) {
        (self.context, self.tree, self.missing, self.roots) = (context, tree, missing, roots)
    }

    private var writer: CatalogueWriter { context.writer }

    /// Marks the known contents of a directory that is no longer followed as missing.
    func left(_ gone: WatchedDirectory) throws {
        guard !gone.isUntrusted else { return roots.recordChange() }
        guard tree[gone.directory] == nil else { return }
        // Everything below a mount point that is gone is kept along with it.
        if let record = writer.directories[gone.directory], isBelowUntrusted(record) { return }
        try writer.query {
            for directory in try writer.subtree(gone.directory)
            where directory == gone.directory || tree[directory] == nil {
                try markMissing(directory)
            }
        }
    }

    /// Marks the catalogue's directories as missing that a complete walk did not find.
    ///
    /// They are gone or on an unmounted disk, which is checked before anything is removed.
    func markUnvisitedMissing() throws {
        let followed = Set(tree.roots.filter(roots.isFollowed))
        try writer.query {
            for record in writer.directories.values where !record.isRemoved {
                guard record.parent != nil, tree[record.id] == nil,
                    followed.contains(record.root), !isBelowUntrusted(record)
                else { continue }
                try markMissing(record.id)
            }
        }
    }

    /// Marks a directory and every asset in it as missing.
    private func markMissing(_ directory: Int64) throws {
        missing.directoryGone(directory)
        let isComposed = writer.directories[directory].map { tree.composedRoots.contains($0.root) }
        let patience = isComposed == true ? LargeLoss.patience : 200
        let deadline = context.now + patience
        try writer.files(in: directory) { missing.insert($0.id, until: deadline) }
    }

    private func isBelowUntrusted(_ record: DirectoryRecord) -> Bool {
        tree.isUntrusted(above: record) { writer.directories.parent(of: $0) }
    }
}
