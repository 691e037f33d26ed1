internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import Logging
internal import PhotoModel

/// Handles the watcher's frames about files and listings, and requests the reading of new and changed files.
final class FileFrames {
    private let context: IndexingContext
    private let tree: WatchedTree
    private let missing: MissingFiles
    private let roots: RootMonitor
    private let establishment: RootEstablishment
    private let reading: FileReading
    private let rechecks: FileRechecks
    private let progress: WatchProgress
    private let unlisted: UnlistedDirectories

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ roots: RootMonitor,
        _ establishment: RootEstablishment,
        _ reading: FileReading,
        _ progress: WatchProgress,
        _ unlisted: UnlistedDirectories
    ) {
        (self.context, self.tree, self.missing, self.roots) = (context, tree, missing, roots)
        (self.establishment, self.reading) = (establishment, reading)
        (self.progress, self.unlisted) = (progress, unlisted)
        rechecks = FileRechecks(tree, reading.retries)
    }

    private var writer: CatalogueWriter { context.writer }

    // MARK: Listings

    /// Begins a listing, in which the watcher names every file of a directory.
    ///
    /// `isFirstIndex`: Whether the catalogue need not be queried for a directory that cannot have known files.
    func listingBegan(_ number: UInt32, isFirstIndex: Bool) throws {
        guard let directory = followed(number) else { return }
        var table = NameTable()
        table.reserve(Int(writer.directories[directory.directory]?.assetCount ?? 0))
        if !isFirstIndex || writer.mayHaveFiles(in: directory.directory) {
            try writer.query {
                try writer.files(in: directory.directory) {
                    table.insert($0, hasStableInode: directory.hasStableInodes)
                }
            }
        }
        table.index()
        // Files that are queued for the catalogue count as known: if the listing does not name them, they are gone by
        // now.
        reading.queue.names(in: directory.directory) { table.insert(name: $0) }
        tree.beginListing(of: directory, DirectoryContents(table))
    }

    /// Ends a listing; `error` is not 0 if it is incomplete.
    func listingEnded(_ number: UInt32, _ error: Int32) throws {
        guard let directory = followed(number) else { return }
        guard error == 0, let table = tree.listing(of: directory)?.table else {
            return listingFailed(directory.directory, error)
        }
        tree.endListing(of: directory)
        if unlisted.listed(directory.directory) {
            // No walk found the directories that vanished from below it in the meantime.
            progress.directoryReturned()
        }
        if try isEmptyRoot(directory) { return try roots.markEmpty(directory) }
        for name in try unseenNames(in: directory, table) { gone(number, name) }
    }

    /// Returns the known names of a directory that its listing did not contain.
    private func unseenNames(
        in directory: WatchedDirectory,
        _ table: NameTable
    ) throws -> [[UInt8]] {
        var names: [[UInt8]] = []
        if table.hasUnseenFiles {
            try writer.query {
                try writer.files(in: directory.directory) {
                    if table.isUnseen($0.name) { names.append($0.name) }
                }
            }
        }
        return names + table.unseenNames
    }

    private func listingFailed(_ directory: Int64, _ error: Int32) {
        guard unlisted.failed(directory, error) else { return }
        context.logger.warning(
            "a directory could not be listed; what is known of it is kept",
            metadata: [
                "directory.path": "\(PrintableText.line(writer.absolutePath(directory) ?? []))",
                "error": "\(unsafe String(cString: strerror(error)))",
            ]
        )
    }

    /// Returns whether a root is empty although it has known assets: it may be a mount point without its disk.
    private func isEmptyRoot(_ folder: WatchedDirectory) throws -> Bool {
        guard let directory = writer.directories[folder.directory], directory.parent == nil,
            !folder.hasSeenEntry, progress.isFirstWalk, !context.accepts(folder.root),
            try writer.isFilled(directory.id)
        else { return false }
        return roots.isEmptyOnDisk(folder.root)
    }

    // MARK: Files

    /// Handles a name without a file.
    func gone(_ number: UInt32, _ name: [UInt8]) {
        guard let directory = followed(number) else { return }
        let location = FileLocation(directory.directory, name)
        reading.retries.gone(location)
        reading.appendAbsence(location, directory)
    }

    /// Handles a name that an event reported as having no file; an empty name stands for all names of a directory
    /// that was removed.
    func reportedGone(_ number: UInt32, _ name: [UInt8]) throws {
        if !name.isEmpty { gone(number, name) }
        guard let directory = followed(number),
            tree.composedRoots.contains(directory.root) || unlisted.hasErrors
        else { return }
        try writer.query {
            if name.isEmpty {
                try writer.files(in: directory.directory) { missing.report($0.id) }
            } else if let file = try writer.file(directory.directory, name) {
                missing.report(file.id)
            }
        }
    }

    /// Handles the rename of a file, which identifies the asset if another file has the name when it is examined.
    func renamed(_ old: (number: UInt32, name: [UInt8]), to new: (number: UInt32, name: [UInt8])) {
        guard let source = followed(old.number), let target = followed(new.number) else { return }
        reading.queue.renames.append(
            from: FileLocation(source.directory, old.name),
            to: FileLocation(target.directory, new.name),
            isSetAside: !context.filter.admits(new.name)
        )
    }

    /// Handles a file, which is opened and read unless it is already known in this state.
    ///
    /// - Returns: Whether the file counts as seen.
    func entry(_ number: UInt32, _ stat: FileStat, _ name: [UInt8]) throws -> Bool {
        guard let directory = tree.directory(inFrame: number) else { return false }
        guard !directory.isUntrusted else {
            try roots.filled(directory.root)
            return false
        }
        try establishment.photoSeen(in: directory.root)
        tree.recordEntry(in: directory)
        let location = FileLocation(directory.directory, name)
        // Looked up even if a newer observation is queued, because the listing has to record the name as seen.
        let known = try known(directory, location)
        let isOnItsWay = reading.queue.contains(location)
        let identity = identity(stat, directory)
        let signature = FileSignature(
            identity,
            changed: stat.changed,
            hasStableInode: directory.hasStableInodes
        )
        if !isOnItsWay, known == signature, !mayHaveChangedSince(stat, directory) {
            if !missing.hasNoFiles { try found(location) }
            reading.retries.stopWaiting(location)
            return true
        }
        if stat.links > 1 {
            // The other hard links may have changed as well, even if this one is gone by the time it is opened.
            let others = try writer.query {
                try writer.otherNames(of: identity, unless: identity)
            }
            others.forEach(rechecks.recheck)
        }
        try reading.open(location, directory, stat, isVacant: !isOnItsWay && known == nil)
        return true
    }

    /// Whether a file that an event names may have been written to again without a trace, because its file system
    /// counts whole seconds, or even two at a time.
    private func mayHaveChangedSince(_ stat: FileStat, _ directory: WatchedDirectory) -> Bool {
        let second: Int64 = 1_000_000_000
        guard stat.modified % second == 0, stat.changed % second == 0,
            tree.listing(of: directory) == nil
        else { return false }
        // The clocks of other machines differ.
        let age = context.system.time.date * 1_000 - stat.modified
        return abs(age) < 10 * second
    }

    private func identity(_ stat: FileStat, _ directory: WatchedDirectory) -> FileIdentity {
        FileIdentity(
            volume: stat.device == directory.stat.device ? directory.volume : 0,
            inode: Int64(bitPattern: stat.inode),
            size: Int64(stat.size),
            modified: stat.modified,
            born: directory.keepsBirths ? stat.born : 0
        )
    }

    private func known(
        _ directory: WatchedDirectory,
        _ location: FileLocation
    ) throws -> FileSignature? {
        if let listing = tree.listing(of: directory) {
            let known = listing.table.find(location.name.bytes)
            // If the file is seen again before the listing ends, the catalogue may know it by then.
            if known == nil { listing.table.insertSeen(location.name.bytes) }
            return known
        }
        return try writer.query {
            try writer.file(location.directory, location.name.bytes).map {
                FileSignature($0, hasStableInode: directory.hasStableInodes)
            }
        }
    }

    /// Records that the file at a place is not missing.
    private func found(_ location: FileLocation) throws {
        let file = try writer.query {
            try writer.file(location.directory, location.name.bytes)
        }
        if let file { missing.found(file.id) }
    }

    private func followed(_ number: UInt32) -> WatchedDirectory? {
        guard let directory = tree.directory(inFrame: number), !directory.isUntrusted else {
            return nil
        }
        return directory
    }
}
