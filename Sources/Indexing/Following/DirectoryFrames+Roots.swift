internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import LibraryFiles

/// The watcher's frames about roots.
extension DirectoryFrames {
    /// Handles a directory that is now at the path of a root.
    ///
    /// - Returns: Whether this began a walk.
    func rootAppeared(_ root: Int64, _ number: UInt32, _ stat: DirectoryStat) throws -> Bool {
        guard let record = writer.roots[root], var directory = writer.directories[record.directory]
        else { return false }
        let volume = try volume(of: stat)
        let isKnown = directory.isRoot(
            inode: stat.inode,
            volume: volume,
            type: stat.fileSystem
        )
        let isEstablished = try establishment.isEstablished(
            root,
            isFilled: writer.isFilled(directory.id)
        )
        let isNew =
            directory.inode == 0 || !isEstablished || context.accepts(root)
        if !directory.isSame(as: stat, volume: volume), isKnown || isNew {
            if !isKnown, isEstablished, context.accepts(root) { roots.logAccepted(record) }
            directory.identify(as: stat, volume: volume)
            try writer.update(directory)
        }
        let isUntrusted = !isKnown && !isNew
        attach(directory.id, number, stat, volume, root: root, isUntrusted: isUntrusted)
        guard !isUntrusted else {
            try roots.markReplaced(record)
            return false
        }
        let hasBegunWalk = progress.rootReturned(at: context.now)
        let isStarting = progress.isFirstWalk && progress.reason == .start
        try writer.setState(root, isStarting ? .indexing : .rescanning, progress.reason)
        return hasBegunWalk
    }

    /// Handles a root that is no longer readable, or whose directory has been replaced by another one.
    func rootDisappeared(_ root: Int64, _ error: Int32) throws {
        tree.detach(root: root)
        guard error != 0 else { return }
        try roots.markOffline(root, .unmounted, .unreadable(error, known: roots.photos(root)))
    }
}
