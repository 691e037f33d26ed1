internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import LibraryFiles

/// Matches directories on disk with those in the catalogue.
struct KnownDirectories {
    private let context: IndexingContext
    private let tree: WatchedTree
    private let dates: DirectoryDates

    init(_ context: IndexingContext, _ tree: WatchedTree, _ dates: DirectoryDates) {
        (self.context, self.tree, self.dates) = (context, tree, dates)
    }

    private var writer: CatalogueWriter { context.writer }
    private var views: SecondViews { SecondViews(writer, tree, context.system.files) }

    /// Returns the catalogue's directory for a directory on disk, inserted or updated.
    ///
    /// `known`: The directory that the catalogue has at its place.
    func assign(
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
            let candidate = try candidate(stat, volume, name, parent, known)
            guard facts.isOverlaid, parent.volume != volume, let candidate else { return candidate }
            // A mounted disk that is seen in two places has not left the first.
            return try views.isShown(candidate) ? nil : candidate
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
            try unfollow(directory)
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
    ) throws -> DirectoryRecord? {
        guard FileSystemIdentity.hasStableInodes(stat.fileSystem) else {
            return known == nil ? try renamedInCase(FileName(name), volume, in: parent) : nil
        }
        return try writer.directories(inode: Int64(bitPattern: stat.inode)).first {
            $0.isSame(as: stat, volume: volume) && $0.id != known?.id && tree[$0.id] == nil
                && $0.parent != nil && !writer.isDirectory(parent.directory, atOrBelow: $0.id)
                && ($0.isRemoved || parent.volume == volume || !writer.isInside($0.id, volume))
        }
    }

    /// Returns a known directory that is not listed and whose name differs from `name` in case or normalisation only.
    ///
    /// It may still be followed: a directory that was renamed while it was open has an inode number for each of its
    /// names, and is found by both.
    private func renamedInCase(
        _ name: FileName,
        _ volume: Int64,
        in parent: WatchedDirectory
    ) throws -> DirectoryRecord? {
        let files = context.system.files
        guard let path = writer.absolutePath(parent.directory),
            let directory = try? OpenDirectory(path: path, files),
            let found = try? directory.stat(name), directory.mayList(name, otherwise: found)
        else { return nil }
        let alike = try writer.directories(in: parent.directory).filter {
            $0.volume == volume && !$0.isRemoved && !$0.isDetached
                && FileName($0.name).isAlike(name)
        }
        guard !alike.isEmpty, let listed = try? ListedNames(directory.descriptor, files) else {
            return nil
        }
        return alike.first { !listed.contains(FileName($0.name)) }
    }

    /// Stops following a directory, and everything below it, under its present number: it will be reported again.
    private func unfollow(_ directory: Int64) throws {
        guard tree[directory] != nil else { return }
        for below in try writer.subtree(directory) {
            if let followed = tree[below] { _ = tree.detach(followed.number) }
        }
    }

    /// Returns whether a known directory is on another file system now, because one was mounted over it or unmounted.
    func isOverlaid(_ directory: DirectoryRecord, _ volume: Int64) throws -> Bool {
        guard directory.volume != volume, !context.accepts(directory.root) else {
            return false
        }
        return try writer.isFilled(directory.id) && !views.isView(directory)
    }
}

extension DirectoryRecord {
    /// Turns this into the directory of a `stat`, on the file system with an ID of the catalogue.
    mutating func identify(as stat: DirectoryStat, volume: Int64) {
        (self.volume, inode, born) = (volume, Int64(bitPattern: stat.inode), stat.born)
    }
}

extension CatalogueWriter {
    /// Whether a directory is an ordinary directory of a file system: it lies in another one on the same file system.
    func isInside(_ directory: Int64, _ volume: Int64) -> Bool {
        guard let parent = directories.parent(of: directory) else { return false }
        return directories[parent]?.volume == volume
    }
}
