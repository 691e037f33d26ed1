package import PhotoModel

/// Directories.
extension CatalogueWriter {
    /// Every directory by its ID.
    package var directories: DirectoryTable { directoryStore.table }

    /// Returns the directory with this name in a parent, even a removed one.
    package func directory(_ name: [UInt8], in parent: Int64) -> DirectoryRecord? {
        directories.directory(name, in: parent)
    }

    /// Returns the directory with an identifier, even a removed one.
    package func directory(_ uuid: ObjectUUID) throws -> DirectoryRecord? {
        try directoryStore.directory(uuid)
    }

    /// Returns the directories known with an inode number, on any file system.
    package func directories(inode: Int64) throws -> [DirectoryRecord] {
        try directoryStore.directories(inode: inode)
    }

    /// Returns the directories in a parent, including removed ones.
    package func directories(in parent: Int64) throws -> [DirectoryRecord] {
        try directoryStore.directories(in: parent)
    }

    /// Returns the catalogue's number of a file system.
    ///
    /// `former`: The identity under which an earlier version may have known it.
    package func volume(_ identity: UInt64, formerly former: UInt64? = nil) throws -> Int64 {
        try directoryStore.volume(identity, formerly: former)
    }

    /// Adds a directory.
    package func insert(_ record: DirectoryRecord) throws -> DirectoryRecord {
        try directoryStore.insert(record)
    }

    /// Updates a directory's identity on disk, or records that it is back, without moving it.
    package func update(_ record: DirectoryRecord) throws { try directoryStore.update(record) }

    /// Moves a directory; every asset below it keeps its identity and is recorded as moved.
    ///
    /// `parent`: The new parent; nil for no place, until the directory is found or given up.
    package func move(_ id: Int64, to parent: Int64?, name: [UInt8], root: Int64) throws {
        // The counts determine which collections move along, so they must be current.
        try applyPendingUpdates()
        try collections.albums.move(id, to: parent, name: name, root: root)
    }

    /// Frees a directory's name for another directory, recording nothing: the directory is still shown
    /// where it was, until ``move(_:to:name:root:)`` or ``remove(directory:)`` decides its fate.
    package func detach(directory id: Int64) throws { try directoryStore.detach(id) }

    /// Whether another directory has the path of this directory or of one above it, so that files found there are not
    /// in this one.
    package func isDetached(_ id: Int64) -> Bool { directories.isDetached(id) }

    /// Updates the counts of directories, also in the middle of a transaction.
    package func recount() throws { try applyPendingUpdates() }

    /// Whether a directory has assets, in itself or below, after all changes of this transaction.
    package func isFilled(_ directory: Int64) throws -> Bool {
        try recount()
        return directories[directory]?.isFilled ?? false
    }

    /// Marks a directory without assets as removed; its identifier comes back with its name.
    package func remove(directory id: Int64) throws { try directoryStore.remove(id) }

    /// Returns a directory and all below it, parents first.
    package func subtree(_ id: Int64) throws -> [Int64] { try directoryStore.subtree(id) }

    /// Whether a directory is another one or lies below it.
    package func isDirectory(_ id: Int64, atOrBelow other: Int64) -> Bool {
        directories.isDirectory(id, atOrBelow: other)
    }

    /// Returns a directory's path relative to its root; empty for the root itself.
    package func relativePath(_ id: Int64) -> [UInt8] { directories.path(of: id) }

    /// Returns a file's path relative to its root.
    package func relativePath(_ directory: Int64, _ name: [UInt8]) -> [UInt8] {
        directories.path(of: name, in: directory)
    }

    /// Returns the path of a directory from an ancestor at most `steps` levels above.
    package func path(of id: Int64, from ancestor: Int64, steps: Int) -> [UInt8]? {
        directories.path(of: id, from: ancestor, steps: steps)
    }

    /// Returns the absolute path of a directory.
    package func absolutePath(_ id: Int64) -> [UInt8]? {
        guard let record = directories[id], let root = rootTable[record.root] else { return nil }
        return RelativePath.absolute(relativePath(id), below: root.path)
    }
}

/// Roots.
extension CatalogueWriter {
    /// The root folders by ID.
    package var roots: [Int64: RootRecord] { rootTable.all }

    /// Adds a root folder with its directory.
    package func addRoot(_ path: [UInt8]) throws -> RootRecord {
        try rootTable.insert(path, in: directoryStore)
    }

    /// Changes the path of a root; everything in it keeps its identity and is recorded as moved.
    ///
    /// - Returns: The root, which has a new number too; nil if there is no such root.
    package func moveRoot(_ id: Int64, to path: [UInt8]) throws -> RootRecord? {
        // The counts determine which collections move along, so they must be current.
        try applyPendingUpdates()
        guard let root = try rootTable.move(id, to: path) else { return nil }
        let name = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? path
        try collections.albums.move(root.directory, to: nil, name: name, root: root.id)
        return root
    }

    /// Removes a root and all its assets from the catalogue, but no file from the disk.
    package func removeRoot(_ id: Int64) throws {
        guard let root = rootTable[id] else { return }
        let subtree = try directoryStore.subtree(root.directory)
        for directory in subtree.reversed() {
            var ids: [Int64] = []
            try files(in: directory) { ids.append($0.id) }
            for id in ids { if let record = try asset(id) { try remove(record) } }
        }
        try applyPendingUpdates()
        for directory in subtree {
            for file in try trashTable.files(from: directory) { try trashTable.forget(file.id) }
        }
        try directoryStore.delete(subtree)
        try rootTable.delete(id)
    }

    /// Writes a root's condition, and records it in the history if it is new.
    package func setState(
        _ root: Int64,
        _ state: LibraryState,
        _ reason: StateReason,
        detail: String? = nil
    ) throws {
        try rootTable.set(state, reason, detail, of: root)
    }

    /// Returns whether a photo was seen in a root, even if it is not in the catalogue yet.
    package func isMarked(_ root: Int64) throws -> Bool { try rootTable.isMarked(root) }

    /// Marks that a photo was seen in a root.
    package func mark(_ root: Int64) throws { try rootTable.mark(root) }

    /// Removes the mark: the photos seen in the root are in the catalogue, or were not photos after all.
    package func unmark(_ root: Int64) throws { try rootTable.unmark(root) }
}
