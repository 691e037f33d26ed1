internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import LibraryFiles

/// Handles the watcher's frames about roots and directories, and updates the catalogue's directories.
final class DirectoryFrames {
    private let context: IndexingContext
    private let tree: WatchedTree
    private let missing: MissingFiles
    private let roots: RootMonitor
    private let establishment: RootEstablishment
    private let reading: FileReading
    private let session: WatcherSession
    private let dates: DirectoryDates
    private let known: KnownDirectories

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ roots: RootMonitor,
        _ establishment: RootEstablishment,
        _ reading: FileReading,
        _ session: WatcherSession
    ) {
        (self.context, self.tree, self.missing, self.roots) = (context, tree, missing, roots)
        (self.establishment, self.reading, self.session) = (establishment, reading, session)
        dates = DirectoryDates(context)
        known = KnownDirectories(context, tree, dates)
    }

    private var writer: CatalogueWriter { context.writer }
    private var progress: WatchProgress { session.progress }

    // MARK: Roots

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

    /// Handles a root that can no longer be read.
    func rootDisappeared(_ root: Int64, _ error: Int32) throws {
        tree.detach(root: root)
        try roots.markOffline(
            root,
            .unmounted,
            "the folder cannot be read (\(unsafe String(cString: strerror(error)))); everything known is "
                + "kept until it is back"
        )
    }

    /// Returns the catalogue's number of the file system on which a directory lies.
    private func volume(of stat: DirectoryStat) throws -> Int64 {
        let former = FileSystemIdentity.formerNumber(type: stat.fileSystem, device: stat.device)
        return try writer.volume(stat.volume, formerly: former)
    }

    // MARK: Directories

    /// Handles a directory that was found in another.
    func directoryAppeared(
        _ number: UInt32,
        in parentNumber: UInt32,
        _ stat: DirectoryStat,
        _ name: [UInt8]
    ) throws {
        guard var parent = tree.directory(inFrame: parentNumber) else { return }
        tree.recordEntry(in: parent)
        if parent.isUntrusted {
            try roots.acceptEmpty(parent.root)
            parent.isUntrusted = tree[parent.directory]?.isUntrusted ?? true
        }
        let volume = try volume(of: stat)
        let occupant = writer.directory(name, in: parent.directory)
        let found =
            parent.isUntrusted ? occupant : try known.assign(stat, volume, name, parent, occupant)
        guard let found else { return }
        let isOverlaid = try known.isOverlaid(found, volume)
        let former = tree.directory(inFrame: number)
        attach(
            found.id,
            number,
            stat,
            volume,
            root: parent.root,
            isUntrusted: parent.isUntrusted || isOverlaid
        )
        if let former, former.directory != found.id { try left(former) }
        guard isOverlaid, !parent.isUntrusted else { return }
        try roots.markOffline(
            parent.root,
            .unmounted,
            OfflineDetail.overlaid(writer.absolutePath(found.id) ?? name)
        )
    }

    /// Handles a directory that was moved with everything in it.
    func directoryMoved(_ number: UInt32, to parentNumber: UInt32, _ name: [UInt8]) throws {
        guard var moved = tree.directory(inFrame: number),
            let parent = tree.directory(inFrame: parentNumber)
        else { return }
        tree.recordEntry(in: parent)
        guard try isRename(of: moved, name, in: parent) else {
            // What was mounted here, or is no longer: all below it may be another's now.
            session.requestWalk(.timer)
            return try directoryAppeared(number, in: parentNumber, moved.stat, name)
        }
        reading.closeDirectories()
        if let occupant = writer.directory(name, in: parent.directory),
            occupant.id != moved.directory
        {
            try writer.detach(directory: occupant.id)
            if tree[occupant.id] == nil { missing.directoryGone(occupant.id) }
        }
        try dates.move(moved.directory, to: parent.directory, name: name, root: parent.root)
        if moved.root != parent.root {
            for below in try writer.subtree(moved.directory) {
                tree.setRoot(parent.root, of: below)
            }
            moved.root = parent.root
        }
        attach(moved, as: number)
        reading.retries.directoriesMoved()
    }

    /// Whether a directory that turned up at another place can have been renamed, with all in it, to there.
    ///
    /// By mounts a directory gets to another file system without what leads to it, and to where it always was.
    private func isRename(
        of moved: WatchedDirectory,
        _ name: [UInt8],
        in parent: WatchedDirectory
    ) throws -> Bool {
        guard !moved.isUntrusted, !parent.isUntrusted,
            !writer.isInside(moved.directory, moved.volume) || moved.volume == parent.volume
        else { return false }
        guard let occupant = writer.directory(name, in: parent.directory),
            occupant.id != moved.directory
        else { return true }
        if occupant.isSame(as: moved.stat, volume: moved.volume) { return false }
        // What is known of another disk is kept at its place, unless it would hide photos that are there now.
        return try !known.isOverlaid(occupant, moved.volume) || writer.isFilled(moved.directory)
    }

    /// Handles a directory that has left the tree.
    func directoryDisappeared(_ number: UInt32) throws {
        if let gone = tree.detach(number) { try left(gone) }
    }

    /// Marks what is known of a directory as missing that is followed no longer.
    private func left(_ gone: WatchedDirectory) throws {
        guard !gone.isUntrusted else { return roots.recordChange() }
        guard tree[gone.directory] == nil else { return }
        // Everything below a mount point that has gone is kept with it.
        if let record = writer.directories[gone.directory], isBelowUntrusted(record) { return }
        try writer.query {
            for directory in try writer.subtree(gone.directory)
            where directory == gone.directory || tree[directory] == nil {
                try markMissing(directory)
            }
        }
    }

    /// Marks as missing the catalogue's directories that a complete walk did not find.
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
}

/// What is followed.
extension DirectoryFrames {
    private func isBelowUntrusted(_ record: DirectoryRecord) -> Bool {
        tree.isUntrusted(above: record) { writer.directories.parent(of: $0) }
    }

    private func attach(
        _ directory: Int64,
        _ number: UInt32,
        _ stat: DirectoryStat,
        _ volume: Int64,
        root: Int64,
        isUntrusted: Bool
    ) {
        let followed = WatchedDirectory(
            directory: directory,
            inode: stat.inode,
            born: stat.born,
            device: tree.device(of: stat, volume: volume),
            root: root,
            isUntrusted: isUntrusted
        )
        attach(followed, as: number)
    }

    private func attach(_ directory: WatchedDirectory, as number: UInt32) {
        reading.leave(directory.directory)
        tree.attach(directory, as: number)
        missing.directoryFound(directory.directory)
    }
}
