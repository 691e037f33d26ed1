internal import Catalogue
internal import FolderWatch
internal import Kernel
internal import Logging

/// Removes the assets whose files did not turn up anywhere, last of all and only after making sure that
/// their root and file system are there.
final class Removal {
    private let context: IndexingContext
    private let tree: WatchedTree
    private let missing: MissingFiles
    private let roots: RootMonitor
    private let rechecks: FileRechecks
    private let disk: DiskPresence

    init(
        _ context: IndexingContext,
        _ tree: WatchedTree,
        _ missing: MissingFiles,
        _ roots: RootMonitor,
        _ rechecks: FileRechecks
    ) {
        (self.context, self.tree, self.missing) = (context, tree, missing)
        (self.roots, self.rechecks) = (roots, rechecks)
        disk = DiskPresence(context.writer, context.system.files)
    }

    private var writer: CatalogueWriter { context.writer }

    /// Removes what is due; called when everything that was found has been dealt with.
    func removeDue() throws {
        guard let due = missing.due(context.now) else { return }
        try writer.write {
            // What a program took away and could not finish is back then, and not gone.
            try context.recoverJournals()
            var guardian = RemovalGuard(
                writer,
                tree,
                filter: context.filter,
                files: context.system.files,
                acceptsReplaced: context.options.acceptsReplacedRoots
            )
            for asset in due {
                missing.found(asset)
                guard let record = try writer.asset(asset) else { continue }
                try remove(record, &guardian)
                // It may have been written to last under the name that went.
                try writer.otherNames(of: record.file.identity, except: record.file.id)
                    .forEach(rechecks.recheck)
            }
            if missing.hasNoFiles { try removeDirectories() }
            missing.triedRemoval()
        }
    }

    private func remove(_ record: AssetRecord, _ guardian: inout RemovalGuard) throws {
        switch guardian.check(record) {
        case .there: return
        // Its directory is on the move; what is in it is found where it arrives.
        case .elsewhere: rechecks.recheck(record.file)
        case .offline(let root, let detail): try roots.markOffline(root, .unmounted, detail)
        case .gone:
            context.debug("removed, for its file is gone", FileLocation(record.file))
            try writer.remove(record)
            try recheckOccupant(of: record.file)
        }
    }

    /// Another directory may have come to the place of a file's own, with the file in it: it was seen in the
    /// one that is gone last.
    private func recheckOccupant(of file: FileRecord) throws {
        guard let directory = writer.directories[file.directory], let parent = directory.parent,
            let occupant = writer.directory(directory.name, in: parent),
            occupant.id != directory.id
        else { return }
        var found = file
        found.directory = occupant.id
        if disk.isPresent(found) { rechecks.recheck(found) }
    }

    private func removeDirectories() throws {
        try writer.recount()
        for id in missing.goneDirectories {
            guard let record = writer.directories[id], tree[id] == nil, record.parent != nil else {
                missing.directoryFound(id)
                continue
            }
            // One that still holds a directory on its way elsewhere goes later.
            guard !record.isFilled else { continue }
            try writer.remove(directory: id)
            missing.directoryFound(id)
        }
    }
}
