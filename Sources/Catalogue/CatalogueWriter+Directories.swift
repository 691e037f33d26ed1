package import PhotoModel

extension CatalogueWriter {
    /// The directory of this name in a parent, removed ones included.
    package func directory(_ name: [UInt8], in parent: Int64) -> DirectoryRecord? {
        directories.directory(name, in: parent)
    }

    /// The directory with an identifier, a removed one too.
    package func directory(_ uuid: ObjectUUID) throws -> DirectoryRecord? {
        try prepare("SELECT id FROM directory WHERE uuid = ?").bind(1, uuid.bytes)
            .first { $0.integer(0) }.flatMap { directories[$0] }
    }

    /// The directories known with an inode number, on any file system.
    package func directories(inode: Int64) throws -> [DirectoryRecord] {
        if let knownDirectoryInodes, !knownDirectoryInodes.contains(inode) { return [] }
        var found: [DirectoryRecord] = []
        try statements.directoriesByInode.bind(1, inode).forEach { row in
            if let record = directories[row.integer(0)] { found.append(record) }
        }
        return found
    }

    /// The catalogue's number of a file system.
    package func volume(_ identity: UInt64) throws -> Int64 {
        if let known = volumes[identity] { return known }
        let number = Int64(volumes.count + 1)
        try prepare("INSERT INTO volume VALUES (?, ?)").bind(1, number)
            .bind(2, Int64(bitPattern: identity)).run()
        volumes[identity] = number
        return number
    }

    /// Adds a directory.
    package func insert(_ record: DirectoryRecord) throws -> DirectoryRecord {
        var record = record
        record.id = next()
        // The next number is the album's, so that a reader can stop between folder and album.
        _ = next()
        record.uuid = identifiers.unordered()
        record.uuid = ObjectUUID(high: record.uuid.high, low: record.uuid.low & ~1)
        try connection.rows.insert(record, written: writing)
        knownDirectoryInodes?.insert(record.inode)
        directories[record.id] = record
        return record
    }

    /// Writes a directory's identity on disk, or that it is back, without moving it.
    package func update(_ record: DirectoryRecord) throws {
        try save(record)
        knownDirectoryInodes?.insert(record.inode)
        directories[record.id] = record
    }

    private func save(_ record: DirectoryRecord) throws {
        try statements.updateDirectory.bind(1, record.id).bind(2, record.root)
            .bind(3, record.parent).bind(4, record.name).bind(5, record.volume)
            .bind(6, record.inode).bind(7, record.born)
            .bind(8, record.isRemoved ? now : nil)
            .bind(9, Int64(record.isDetached ? 1 : 0)).bind(10, writing).run()
    }

    /// Gives a directory another place; every asset below it keeps its identity and is said to have
    /// moved.
    ///
    /// The parameters:
    /// - `parent`: Nil for a place nowhere, until the directory is found or given up.
    package func move(_ id: Int64, to parent: Int64?, name: [UInt8], root: Int64) throws {
        // What moves along is told by the counts, so these must be of now.
        try settleAccounts()
        guard var record = directories[id] else { return }
        let oldParent = record.parent
        let oldPaths = try subtree(id).map { ($0, relativePath($0), directories[$0]?.root ?? root) }
        try countChild(id, of: oldParent, by: -1)
        record.parent = parent
        record.name = name
        (record.isRemoved, record.isDetached) = (false, false)
        try update(record)
        for (child, _, _) in oldPaths {
            guard var moved = directories[child], moved.root != root else { continue }
            moved.root = root
            try update(moved)
        }
        try countChild(id, of: parent, by: 1)
        for (child, path, root) in oldPaths {
            try sayMoved(
                child,
                from: path,
                root,
                isTop: child == id,
                newParent: oldParent != parent
            )
        }
    }

    private func sayMoved(
        _ id: Int64,
        from path: [UInt8],
        _ root: Int64,
        isTop: Bool,
        newParent: Bool
    ) throws {
        guard let record = directories[id], record.isFilled else { return }
        rememberBefore(id)
        var keys: CollectionKeys = .path
        if isTop {
            keys.insert(.title)
            if newParent { keys.insert(.parentId) }
        }
        accounting.albumKeys[id, default: []].formUnion(keys)
        accounting.folderKeys[id, default: []].formUnion(keys)
        if accounting.previousPaths[id] == nil { accounting.previousPaths[id] = (path, root) }
        guard record.assetCount > 0 else { return }
        var assetKeys: AssetKeys = [.path, .resources]
        if root != record.root { assetKeys.insert(.root) }
        let place = RootedPath(path: path, root: root)
        try log.recordMove(ofAssetsIn: id, record.assetCount, assetKeys, from: place)
    }

    /// Frees a directory's name for another directory, saying nothing: the directory is still shown
    /// where it was, until ``move(_:to:name:root:)`` or ``remove(directory:)`` tells its fate.
    package func detach(directory id: Int64) throws {
        guard var record = directories[id] else { return }
        record.isDetached = true
        try update(record)
    }

    /// Whether another directory has the path of a directory or of one above it: what is found
    /// there is not in this one.
    package func isDetached(_ id: Int64) -> Bool {
        var current = directories[id]
        while let record = current {
            if record.isDetached { return true }
            current = record.parent.flatMap { directories[$0] }
        }
        return false
    }

    /// Makes the counts of directories those of now, in the middle of a transaction too.
    package func recount() throws {
        try settleAccounts()
    }

    /// Marks a directory without assets as removed; its identifier comes back with its name.
    package func remove(directory id: Int64) throws {
        guard var record = directories[id], !record.isRemoved, !record.isFilled else { return }
        record.isRemoved = true
        record.inode = 0
        try update(record)
    }

    /// A directory and all below it, parents first.
    package func subtree(_ id: Int64) throws -> [Int64] {
        var ids = [id]
        var position = 0
        while position < ids.count {
            try statements.directoriesInDirectory.bind(1, ids[position]).forEach {
                ids.append($0.integer(0))
            }
            position += 1
        }
        return ids
    }

    /// Whether a directory is another one or lies below it.
    package func isDirectory(_ id: Int64, atOrBelow other: Int64) -> Bool {
        var current: Int64? = id
        while let directory = current {
            if directory == other { return true }
            current = directories.parent(of: directory)
        }
        return false
    }

    /// A directory's path relative to its root; empty for the root itself.
    package func relativePath(_ id: Int64) -> [UInt8] {
        var parts: [[UInt8]] = []
        var current = directories[id]
        while let record = current, let parent = record.parent {
            parts.append(record.name)
            current = directories[parent]
        }
        return Array(parts.reversed().joined(separator: [UInt8(ascii: "/")]))
    }

    /// A file's path relative to its root.
    package func relativePath(_ directory: Int64, _ name: [UInt8]) -> [UInt8] {
        let path = relativePath(directory)
        return path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
    }

    /// The path of a directory from one that it lies in over at most `steps` parents.
    package func path(of id: Int64, from ancestor: Int64, steps: Int) -> [UInt8]? {
        var parts: [[UInt8]] = []
        var current = id
        while current != ancestor {
            guard parts.count < steps, let record = directories[current], let parent = record.parent
            else { return nil }
            parts.append(record.name)
            current = parent
        }
        guard !parts.isEmpty else { return [UInt8(ascii: ".")] }
        return Array(parts.reversed().joined(separator: [UInt8(ascii: "/")]))
    }

    /// The absolute path of a directory.
    package func absolutePath(_ id: Int64) -> [UInt8]? {
        guard let record = directories[id], let root = roots[record.root] else { return nil }
        let path = relativePath(id)
        return path.isEmpty ? root.path : root.path + [UInt8(ascii: "/")] + path
    }
}
