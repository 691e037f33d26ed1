internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import Logging

/// Takes what the watcher tells of files and listings, and has those read that are not known as they are.
final class FileFrames {
    private let context: IndexingContext
    private let tree: WatchedTree
    private let missing: MissingFiles
    private let roots: RootMonitor
    private let establishment: RootEstablishment
    private let reading: FileReading
    private let rechecks: FileRechecks
    private let progress: WatchProgress
    let unlisted: UnlistedDirectories

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ roots: RootMonitor,
        _ establishment: RootEstablishment,
        _ reading: FileReading,
        _ progress: WatchProgress
    ) {
        (self.context, self.tree, self.missing, self.roots) = (context, tree, missing, roots)
        (self.establishment, self.reading, self.progress) = (establishment, reading, progress)
        rechecks = FileRechecks(tree, reading.retries)
        unlisted = UnlistedDirectories(context.writer, tree)
    }

    private var writer: CatalogueWriter { context.writer }

    // MARK: Listings

    /// The watcher is going to name every file in a directory.
    ///
    /// `isFirstIndex`: Whether a directory without known files need not be asked for.
    func listingBegan(_ number: UInt32, isFirstIndex: Bool) throws {
        guard let directory = followed(number) else { return }
        var table = NameTable()
        if !isFirstIndex || writer.mayHaveFiles(in: directory.directory) {
            try writer.query {
                try writer.files(in: directory.directory) { table.insert($0) }
            }
        }
        table.index()
        // What is on its way into the catalogue counts as known: if the listing does not name it, it has
        // gone since.
        reading.queue.names(in: directory.directory) { table.insert(name: $0) }
        tree.beginListing(of: directory, DirectoryContents(table))
    }

    /// The watcher has named every file in a directory, or could not.
    func listingEnded(_ number: UInt32, _ error: Int32) throws {
        guard let directory = followed(number) else { return }
        guard error == 0, let table = tree.listing(of: directory)?.table else {
            return listingFailed(directory.directory, error)
        }
        tree.endListing(of: directory)
        if unlisted.listed(directory.directory) {
            // What was below it before and is not any more nobody has met.
            progress.directoryReturned()
        }
        if try isEmptyRoot(directory) { return try roots.markEmpty(directory) }
        for name in table.unseen { gone(number, name) }
    }

    private func listingFailed(_ directory: Int64, _ error: Int32) {
        unlisted.failed(directory, error)
        context.logger.warning(
            "a directory could not be listed; what is known of it is kept",
            metadata: ["error": "\(unsafe String(cString: strerror(error)))"]
        )
        let path = writer.absolutePath(directory) ?? []
        context.logger.debug(
            "directory not listed",
            metadata: ["directory.path": "\(String(decoding: path, as: UTF8.self))"]
        )
    }

    /// Whether a root is found empty while assets are known: it may be a mount point without its disk.
    private func isEmptyRoot(_ folder: WatchedDirectory) throws -> Bool {
        guard let directory = writer.directories[folder.directory], directory.parent == nil,
            directory.isFilled, !folder.sawAnything, progress.isFirstWalk,
            !context.options.acceptsReplacedRoots
        else { return false }
        guard let path = writer.absolutePath(folder.directory),
            let opened = try? OpenDirectory(path: path, for: .listing, context.system.files)
        else { return false }
        return (try? opened.isEmpty) ?? false
    }

    // MARK: Files

    /// There is no file under a name any more.
    func gone(_ number: UInt32, _ name: [UInt8]) {
        guard let directory = followed(number) else { return }
        let location = FileLocation(directory.directory, name)
        reading.retries.gone(location)
        reading.appendAbsence(location, directory)
    }

    /// There is a file, as it is now; it is opened and read unless it is known to be just so.
    ///
    /// - Returns: Whether it was taken note of.
    func entry(_ number: UInt32, _ stat: FileStat, _ name: [UInt8]) throws -> Bool {
        guard let directory = tree.directory(inFrame: number) else { return false }
        guard !directory.isUntrusted else {
            try roots.takeUpEmpty(directory.root)
            return false
        }
        try establishment.photoSeen(in: directory.root)
        tree.noteAnything(in: directory)
        let location = FileLocation(directory.directory, name)
        // Looked up even when something newer is on its way: the listing takes note of the name.
        let known = try known(directory, location)
        let isOnItsWay = reading.queue.contains(location)
        let identity = identity(stat, directory)
        if !isOnItsWay, let known, known.changed == stat.changed, known.identity == identity {
            if !missing.hasNoFiles { try found(location) }
            reading.retries.stopWaiting(location)
            return true
        }
        if stat.links > 1 {
            // A name of a linked file tells about the others, even should it be gone when it is opened.
            let others = try writer.query {
                try writer.otherNames(of: identity, unless: identity)
            }
            others.forEach(rechecks.recheck)
        }
        try reading.open(location, directory, stat, isVacant: !isOnItsWay && known == nil)
        return true
    }

    private func identity(_ stat: FileStat, _ directory: WatchedDirectory) -> FileIdentity {
        FileIdentity(
            volume: stat.device == directory.stat.device ? directory.volume : 0,
            inode: Int64(bitPattern: stat.inode),
            size: Int64(stat.size),
            modified: stat.modified,
            born: stat.born
        )
    }

    private func known(
        _ directory: WatchedDirectory,
        _ location: FileLocation
    ) throws -> (identity: FileIdentity, changed: Int64)? {
        if let listing = tree.listing(of: directory) {
            let known = listing.table.find(location.name.bytes)
            // Seen once more before the listing ends, it may be in the catalogue by then.
            if known == nil { listing.table.insertSeen(location.name.bytes) }
            return known
        }
        return try writer.query {
            try writer.file(location.directory, location.name.bytes).map {
                ($0.identity, $0.changed)
            }
        }
    }

    /// A file is at its place after all.
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
