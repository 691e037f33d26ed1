internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import LibraryFiles

/// Handles the watcher's frames about directories, and updates the catalogue's directories.
final class DirectoryFrames {
    let context: IndexingContext
    let tree: WatchedTree
    private let missing: MissingFiles
    let roots: RootMonitor
    let establishment: RootEstablishment
    private let reading: FileReading
    private let session: WatcherSession
    private let dates: DirectoryDates
    private let known: KnownDirectories
    private let departures: DirectoryDepartures

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ roots: RootMonitor,
        _ departures: DirectoryDepartures,
        _ establishment: RootEstablishment,
        _ reading: FileReading,
        _ session: WatcherSession
    ) {
        (self.context, self.tree, self.missing, self.roots) = (context, tree, missing, roots)
        self.departures = departures
        (self.establishment, self.reading, self.session) = (establishment, reading, session)
        dates = DirectoryDates(context)
        known = KnownDirectories(context, tree, dates)
    }

    var writer: CatalogueWriter { context.writer }
    var progress: WatchProgress { session.progress }

    /// Returns the catalogue's number of the file system that a directory lies on.
    func volume(of stat: DirectoryStat) throws -> Int64 {
        let former = FileSystemIdentity.formerNumber(type: stat.fileSystem, device: stat.device)
        return try writer.volume(stat.volume, formerly: former)
    }

    /// Handles a directory that was found in another one.
    func directoryAppeared(
        _ number: UInt32,
        in parentNumber: UInt32,
        _ stat: DirectoryStat,
        _ name: [UInt8]
    ) throws {
        guard var parent = tree.directory(inFrame: parentNumber) else { return }
        tree.recordEntry(in: parent)
        if parent.isUntrusted {
            try roots.filled(parent.root)
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
        if let former, former.directory != found.id { try departures.left(former) }
        guard isOverlaid, !parent.isUntrusted else { return }
        try roots.markOffline(
            parent.root,
            .unmounted,
            .overlaid(writer.absolutePath(found.id) ?? name)
        )
    }

    /// Handles a directory that was moved with its contents.
    func directoryMoved(_ number: UInt32, to parentNumber: UInt32, _ name: [UInt8]) throws {
        guard let parent = tree.directory(inFrame: parentNumber) else { return }
        tree.recordEntry(in: parent)
        // It may have been taken for a directory that another name leads to now, and must be reported again.
        guard var moved = tree.directory(inFrame: number) else {
            return session.requestWalk(.timer)
        }
        guard try isRename(of: moved, name, in: parent) else {
            // Something was mounted or unmounted here: everything below may belong to another disk now.
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

    /// Whether a directory that turned up in another place can have been renamed to it, with everything in it.
    ///
    /// A mount can also make a directory appear on another file system without its parents, or in its original place.
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
        if occupant.isSame(as: moved.stat, volume: moved.volume) {
            // Its photos may have been followed elsewhere while this place was unavailable.
            return try !writer.isFilled(occupant.id) && writer.isFilled(moved.directory)
        }
        // Known contents of another disk keep their place, unless they would hide photos that are there now.
        return try !known.isOverlaid(occupant, moved.volume) || writer.isFilled(moved.directory)
    }

    /// Handles a directory that has left the tree.
    func directoryDisappeared(_ number: UInt32) throws {
        if let gone = tree.detach(number) { try departures.left(gone) }
    }

    // MARK: Followed directories

    func attach(
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
