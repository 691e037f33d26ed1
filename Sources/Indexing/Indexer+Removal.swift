internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import LibraryFiles
internal import Logging

extension Indexer {
    /// Removes the assets whose files did not turn up anywhere, last of all and only after making
    /// sure that their root and file system are there.
    func expireVanished() throws {
        guard !vanished.isEmpty || !goneDirectories.isEmpty, stream.isEmpty, retries.isEmpty else {
            return
        }
        // Until a first walk has been everywhere, what is missing may be about to be found.
        guard walks > 0 else { return }
        let now = system.time.milliseconds
        let due = vanished.filter { $0.value <= now }.keys.sorted()
        guard !due.isEmpty || (vanished.isEmpty && goneDirectories != deadEnds) else { return }
        try writer.write {
            // What a program took away and could not finish is back then, and not gone.
            try journals.recoverNow(writer)
            var guardian = RemovalGuard(
                writer,
                tree,
                filter: filter,
                files: system.files,
                acceptsReplaced: options.acceptsReplacedRoots
            )
            for asset in due {
                vanished[asset] = nil
                guard let record = try writer.asset(asset) else { continue }
                try expire(record, &guardian)
                // It may have been written to last under the name that went.
                try lookAtOtherNames(of: record.file)
            }
            if vanished.isEmpty { try removeDirectories() }
            deadEnds = goneDirectories
        }
    }

    private func expire(_ record: AssetRecord, _ guardian: inout RemovalGuard) throws {
        switch guardian.check(record) {
        case .there: return
        // Its directory is on the move; what is in it is found where it arrives.
        case .elsewhere: lookAgain(at: record.file)
        case .offline(let root, let detail): try hold(root, .unmounted, detail)
        case .gone:
            debug("removed, for its file is gone", Place(record.file))
            try writer.remove(record)
            try lookAtOccupant(of: record.file)
        }
    }

    /// Another directory may have come to the place of a file's own, with the file in it: it was seen in the
    /// one that is gone last.
    private func lookAtOccupant(of file: FileRecord) throws {
        guard let directory = writer.directories[file.directory], let parent = directory.parent,
            let occupant = writer.directory(directory.name, in: parent),
            occupant.id != directory.id
        else { return }
        var found = file
        found.directory = occupant.id
        if isThere(found) { lookAgain(at: found) }
    }

    private func removeDirectories() throws {
        try writer.recount()
        for id in goneDirectories.sorted(by: >) {
            guard let record = writer.directories[id], tree[id] == nil, record.parent != nil else {
                goneDirectories.remove(id)
                continue
            }
            // One that still holds a directory on its way elsewhere goes later.
            guard !record.isFilled else { continue }
            try writer.remove(directory: id)
            goneDirectories.remove(id)
        }
    }
}

/// Makes sure, before a removal, that a missing file is missing and not merely out of reach.
struct RemovalGuard {
    enum Verdict {
        case gone
        case there
        /// Another directory is where its own should be.
        case elsewhere
        case offline(root: Int64, detail: String)
    }

    private let writer: CatalogueWriter
    /// What the watcher follows; another directory may be at the path of one it does not.
    private let tree: WatchedTree
    private let filter: NameFilter
    private let files: any FileSystemCalls
    /// Another file system, or none, in the place of a directory's own is as it should be.
    private let acceptsReplaced: Bool
    private var verdicts: [Int64: Verdict] = [:]

    init(
        _ writer: CatalogueWriter,
        _ tree: WatchedTree,
        filter: NameFilter,
        files: any FileSystemCalls,
        acceptsReplaced: Bool
    ) {
        self.files = files
        self.filter = filter
        self.acceptsReplaced = acceptsReplaced
        self.writer = writer
        self.tree = tree
    }

    mutating func check(_ record: AssetRecord) -> Verdict {
        let verdict = directory(record.directory)
        guard case .there = verdict else { return verdict }
        guard let followed = tree[record.directory] else { return .gone }
        // What is to be ignored by now is gone though it is there.
        guard unsafe !record.file.name.withUnsafeBufferPointer(filter.ignores) else { return .gone }
        guard let path = writer.absolutePath(record.directory),
            let opened = try? OpenDirectory(path: path, files)
        else { return .gone }
        guard let there = try? opened.stat,
            followed.stat.isSame(as: there)
        else { return .elsewhere }
        guard !NoMediaFile.isIn(opened.descriptor, files) else {
            return .gone
        }
        let found = try? opened.stat(FileName(record.file.name))
        return found?.isRegularFile == true ? .there : .gone
    }

    /// Whether a directory is there on its own file system, or gone from one that is.
    private mutating func directory(_ id: Int64) -> Verdict {
        if let known = verdicts[id] { return known }
        let verdict = look(id)
        verdicts[id] = verdict
        return verdict
    }

    private mutating func look(_ id: Int64) -> Verdict {
        guard let record = writer.directories[id], let path = writer.absolutePath(id) else {
            return .gone
        }
        let volume = volume(path)
        guard let parent = record.parent else {
            guard let volume, volume.number == record.volume, volume.inode == record.inode else {
                return .offline(
                    root: record.root,
                    detail: "the folder is not there or another one took its place"
                )
            }
            return .there
        }
        if let volume {
            if volume.number == record.volume || acceptsReplaced {
                return directory(parent).orThere
            }
            return .offline(root: record.root, detail: "another file system lies over a part of it")
        }
        let above = directory(parent)
        if case .offline = above { return above }
        guard let parentRecord = writer.directories[parent],
            parentRecord.volume == record.volume || acceptsReplaced
        else {
            return .offline(root: record.root, detail: "a file system below it is not mounted")
        }
        return .gone
    }

    private func volume(_ path: [UInt8]) -> (number: Int64, inode: Int64)? {
        guard let opened = try? OpenDirectory(path: path, files),
            let stat = try? opened.stat,
            let identity = opened.identity,
            let number = try? writer.volume(identity.number)
        else { return nil }
        return (number, Int64(bitPattern: stat.inode))
    }
}

extension RemovalGuard.Verdict {
    /// A directory is only as much there as its parents are.
    fileprivate var orThere: RemovalGuard.Verdict {
        if case .offline = self { return self }
        return .there
    }
}
