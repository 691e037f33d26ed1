internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import Kernel

/// Verifies, before a removal, that a missing file is gone and not merely out of reach.
struct RemovalGuard {
    enum Verdict {
        case gone
        case there
        /// Another directory is at its directory's path.
        case elsewhere
        case offline(root: Int64, detail: OfflineDetail)
        /// The file cannot be examined now: its disk has an error, there are too few descriptors, or its directory has
        /// not been listed yet.
        case unreadable
    }

    private let writer: CatalogueWriter
    /// The followed directories; at the path of any other, there may be a different directory.
    private let tree: WatchedTree
    private let filter: NameFilter
    private let files: any FileSystemCalls
    /// The roots for which another file system, or none, is accepted in place of a directory's own.
    private let accepted: AcceptedRoots
    /// Whether the watcher has not been everywhere yet.
    private let isWalking: Bool
    private var verdicts: [Int64: Verdict] = [:]

    init(
        _ writer: CatalogueWriter,
        _ tree: WatchedTree,
        filter: NameFilter,
        files: any FileSystemCalls,
        accepted: AcceptedRoots,
        isWalking: Bool
    ) {
        self.isWalking = isWalking
        self.files = files
        self.filter = filter
        self.accepted = accepted
        self.writer = writer
        self.tree = tree
    }

    mutating func check(_ record: AssetRecord) throws -> Verdict {
        let verdict = try directory(record.directory)
        guard case .there = verdict else { return verdict }
        guard let followed = tree[record.directory] else {
            return isStillToBeFound(record.directory) ? .unreadable : .gone
        }
        // A name that is ignored by now counts as gone although the file exists.
        guard unsafe !record.file.name.withUnsafeBufferPointer(filter.ignores) else { return .gone }
        guard let path = writer.absolutePath(record.directory) else { return .gone }
        do throws(SystemError) {
            let opened = try OpenDirectory(path: path, files)
            let directory = try opened.stat
            guard followed.stat.isSame(as: directory) else { return .elsewhere }
            let isRoot = writer.directories.parent(of: record.directory) == nil
            let isLeftOut =
                filter.hasNoMedia(opened.descriptor, files)
                || filter.hasOnlyCopies(
                    opened.descriptor,
                    directory,
                    at: path,
                    isRoot: isRoot,
                    files
                )
            guard !isLeftOut else { return .gone }
            let name = FileName(record.file.name)
            let found = try opened.stat(name)
            guard found.isRegularFile else { return .gone }
            // Where case does not matter, the name that is gone may find a file of another name.
            return opened.lists(name, found) ? .there : .gone
        } catch {
            return error.saysAbsent ? .gone : .unreadable
        }
    }

    /// Returns whether a directory that exists and is not followed may be followed soon.
    private func isStillToBeFound(_ id: Int64) -> Bool {
        guard !isWalking, let record = writer.directories[id] else { return true }
        return tree.isUntrusted(above: record) { writer.directories.parent(of: $0) }
    }

    /// Returns whether a directory is there on its own file system, or gone while that is mounted.
    private mutating func directory(_ id: Int64) throws -> Verdict {
        if let known = verdicts[id] { return known }
        let verdict = try look(id)
        verdicts[id] = verdict
        return verdict
    }

    private mutating func look(_ id: Int64) throws -> Verdict {
        guard let record = writer.directories[id], let path = writer.absolutePath(id) else {
            return .gone
        }
        guard let parent = record.parent else {
            guard let found = try? sight(path), found.volume == record.volume,
                found.inode == record.inode
            else {
                return .offline(root: record.root, detail: .away)
            }
            return .there
        }
        let found: SightedDirectory?
        do {
            found = try sight(path)
        } catch is SystemError {
            return .unreadable
        }
        if let found {
            if try found.volume == record.volume || !mayBeOverlaid(record) {
                return try directory(parent).orThere
            }
            return .offline(root: record.root, detail: .overlaid(path))
        }
        // The directories above it may have vanished along with it since they were checked.
        forgetVerdicts(from: parent)
        let above = try directory(parent).orThere
        guard case .there = above else { return above }
        guard let parentRecord = writer.directories[parent],
            try parentRecord.volume == record.volume || !mayBeOverlaid(record)
        else {
            return .offline(root: record.root, detail: .unmounted(path))
        }
        return .gone
    }

    /// Forgets the verdicts about a directory and all those above it, so that they are checked again.
    private mutating func forgetVerdicts(from directory: Int64) {
        var next: Int64? = directory
        while let id = next {
            verdicts[id] = nil
            next = writer.directories.parent(of: id)
        }
    }

    /// Whether known contents are kept if another file system, or none, is in place of a directory's own: only photos
    /// are.
    private func mayBeOverlaid(_ record: DirectoryRecord) throws -> Bool {
        try !writer.accepts(record.root, accepted) && writer.isFilled(record.id)
            && !SecondViews(writer, tree, files).isView(record)
    }

    private func sight(_ path: [UInt8]) throws -> SightedDirectory? {
        try SightedDirectory(path, files, writer)
    }
}

extension RemovalGuard.Verdict {
    /// Returns the verdict about a parent that is offline or unreadable; otherwise that the directory is there.
    fileprivate var orThere: RemovalGuard.Verdict {
        switch self {
        case .offline, .unreadable: self
        case .gone, .there, .elsewhere: .there
        }
    }
}
