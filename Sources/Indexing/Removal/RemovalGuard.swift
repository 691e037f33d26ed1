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
        case offline(root: Int64, detail: String)
    }

    private let writer: CatalogueWriter
    /// The followed directories; at the path of any other there may be a different directory.
    private let tree: WatchedTree
    private let filter: NameFilter
    private let files: any FileSystemCalls
    /// Whether another file system, or none, is accepted in place of a directory's own.
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

    mutating func check(_ record: AssetRecord) throws -> Verdict {
        let verdict = try directory(record.directory)
        guard case .there = verdict else { return verdict }
        guard let followed = tree[record.directory] else { return .gone }
        // A name that is ignored by now counts as gone although the file is there.
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
            if try volume.number == record.volume || !mayBeOverlaid(record) {
                return try directory(parent).orThere
            }
            return .offline(root: record.root, detail: "another file system lies over a part of it")
        }
        let above = try directory(parent)
        if case .offline = above { return above }
        guard let parentRecord = writer.directories[parent],
            try parentRecord.volume == record.volume || !mayBeOverlaid(record)
        else {
            return .offline(root: record.root, detail: "a file system below it is not mounted")
        }
        return .gone
    }

    /// Whether another file system, or none, in the place of a directory's own keeps what is known: only photos do.
    private func mayBeOverlaid(_ record: DirectoryRecord) throws -> Bool {
        try !acceptsReplaced && writer.isFilled(record.id)
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
    /// Returns the offline verdict of a parent, else that the directory is there.
    fileprivate var orThere: RemovalGuard.Verdict {
        if case .offline = self { return self }
        return .there
    }
}
