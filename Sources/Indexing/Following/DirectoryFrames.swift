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
    }

    private var writer: CatalogueWriter { context.writer }
    private var progress: WatchProgress { session.progress }
    private var views: SecondViews { SecondViews(writer, tree, context.system.files) }

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
            directory.inode == 0 || !isEstablished || context.options.acceptsReplacedRoots
        if !directory.isSame(as: stat, volume: volume), isKnown || isNew {
            directory.identify(as: stat, volume: volume)
            try writer.update(directory)
        }
        let isUntrusted = !isKnown && !isNew
        attach(directory.id, number, stat, volume, root: root, isUntrusted: isUntrusted)
        guard !isUntrusted else {
            try roots.markOffline(
                root,
                .replaced,
                "another directory is at this path; everything known is kept, \(roots.photos(root)). If it is "
                    + "meant to be the library's folder now, start once with --accept-root"
            )
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
        let known = writer.directory(name, in: parent.directory)
        let found = parent.isUntrusted ? known : try assign(stat, volume, name, parent, known)
        guard let found else { return }
        let isOverlaid = try isOverlaid(found, volume)
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
            "another file system is at \(String(decoding: name, as: UTF8.self)) or none; "
                + "everything known there is kept until it is back. If it is meant to be so, "
                + "start once with --accept-root"
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
            !isInside(moved.directory, moved.volume) || moved.volume == parent.volume
        else { return false }
        guard let occupant = writer.directory(name, in: parent.directory),
            occupant.id != moved.directory
        else { return true }
        return try !occupant.isSame(as: moved.stat, volume: moved.volume)
            && !isOverlaid(occupant, moved.volume)
    }

    /// Whether a known directory is an ordinary one of its file system: nothing is mounted there.
    private func isInside(_ directory: Int64, _ volume: Int64) -> Bool {
        guard let parent = writer.directories.parent(of: directory) else { return false }
        return writer.directories[parent]?.volume == volume
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

/// Matching with the catalogue's directories.
extension DirectoryFrames {
    private func assign(
        _ stat: DirectoryStat,
        _ volume: Int64,
        _ name: [UInt8],
        _ parent: WatchedDirectory,
        _ known: DirectoryRecord?
    ) throws -> DirectoryRecord? {
        let facts = try DirectoryAssignment.Facts(
            stat: stat,
            volume: volume,
            known: known,
            isKnownFollowed: known.map { tree[$0.id] != nil } ?? false,
            isOverlaid: known.map { try isOverlaid($0, volume) } ?? false
        )
        let assignment = try DirectoryAssignment(facts) {
            try candidate(stat, volume, name, parent, known)
        }
        switch assignment {
        case .known: return known
        case .replaces:
            guard var known else { return nil }
            try views.release(known)
            known.identify(as: stat, volume: volume)
            (known.isRemoved, known.isDetached) = (false, false)
            try writer.update(known)
            return known
        case .moved(let directory, let displaced):
            if let displaced { try writer.detach(directory: displaced) }
            try dates.move(directory, to: parent.directory, name: name, root: parent.root)
            return writer.directories[directory]
        case .new(let displaced):
            if let displaced { try writer.detach(directory: displaced) }
            var record = DirectoryRecord()
            (record.root, record.parent, record.name) = (parent.root, parent.directory, name)
            record.identify(as: stat, volume: volume)
            return try writer.insert(record)
        }
    }

    /// Returns a known directory with the same inode that can have been moved to `parent`.
    private func candidate(
        _ stat: DirectoryStat,
        _ volume: Int64,
        _ name: [UInt8],
        _ parent: WatchedDirectory,
        _ known: DirectoryRecord?
    ) throws -> Int64? {
        guard FileSystemIdentity.hasStableInodes(stat.fileSystem) else {
            return known == nil ? try renamedInCase(FileName(name), volume, in: parent) : nil
        }
        return try writer.directories(inode: Int64(bitPattern: stat.inode)).first {
            $0.isSame(as: stat, volume: volume) && $0.id != known?.id && tree[$0.id] == nil
                && $0.parent != nil && !writer.isDirectory(parent.directory, atOrBelow: $0.id)
                && ($0.isRemoved || parent.volume == volume || !isInside($0.id, volume))
        }?.id
    }

    /// Returns a known directory that is not listed and whose name differs from `name` in case or normalisation only.
    private func renamedInCase(
        _ name: FileName,
        _ volume: Int64,
        in parent: WatchedDirectory
    ) throws -> Int64? {
        let files = context.system.files
        guard let path = writer.absolutePath(parent.directory),
            let directory = try? OpenDirectory(path: path, files),
            let found = try? directory.stat(name), directory.mayList(name, otherwise: found)
        else { return nil }
        let alike = try writer.directories(in: parent.directory).filter {
            tree[$0.id] == nil && $0.volume == volume && !$0.isRemoved && !$0.isDetached
                && FileName($0.name).isAlike(name)
        }
        guard !alike.isEmpty, let listed = try? ListedNames(directory.descriptor, files) else {
            return nil
        }
        return alike.first { !listed.contains(FileName($0.name)) }?.id
    }

    /// Returns whether a known directory is on another file system now, because one was mounted over it or
    /// unmounted.
    private func isOverlaid(_ directory: DirectoryRecord, _ volume: Int64) throws -> Bool {
        guard directory.volume != volume, !context.options.acceptsReplacedRoots else {
            return false
        }
        return try writer.isFilled(directory.id) && !views.isView(directory)
    }

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

extension DirectoryRecord {
    fileprivate mutating func identify(as stat: DirectoryStat, volume: Int64) {
        (self.volume, inode, born) = (volume, Int64(bitPattern: stat.inode), stat.born)
    }
}
