package import PhotoModel

extension CatalogueWriter {
    /// Makes an album or folder that exists in the catalogue only, as the last of its folder.
    ///
    /// `parent`: The user-made folder it is in; nil for none. The answer is its number.
    package func addUserCollection(
        _ title: String,
        isFolder: Bool,
        parent: Int64? = nil,
        uuid: ObjectUUID = .random()
    ) throws -> Int64 {
        // The number says when it came, as that of an asset.
        let id = next()
        try prepare(
            """
            INSERT INTO userCollection (id, uuid, isFolder, title, parent, position)
            VALUES (?1, ?2, ?3, ?4, ?5,
                (SELECT coalesce(max(position), 0) + 1 FROM userCollection WHERE parent IS ?5))
            """
        ).bind(1, id).bind(2, uuid.bytes).bind(3, Int64(isFolder ? 1 : 0)).bind(4, text: title)
            .bind(5, parent).run()
        if let parent {
            try countChildren(of: parent, by: 1)
            try recordUserCollection(parent, .changed(.count))
        }
        return id
    }

    /// The number and kind of the album or folder with an identifier.
    package func userCollection(_ uuid: ObjectUUID) throws -> (id: Int64, isFolder: Bool)? {
        try prepare("SELECT id, isFolder FROM userCollection WHERE uuid = ?").bind(1, uuid.bytes)
            .first { ($0.integer(0), $0.integer(1) == 1) }
    }

    /// What is in a folder, or in none, in its order.
    package func children(of folder: Int64?) throws -> [Int64] {
        var children: [Int64] = []
        try prepare("SELECT id FROM userCollection WHERE parent IS ? ORDER BY position, id")
            .bind(1, folder).forEach { children.append($0.integer(0)) }
        return children
    }

    /// Makes what is in a folder, or in none, just these albums and folders, in this order.
    ///
    /// What is taken out of a folder is in none from then on. False when a folder would come to be in itself;
    /// nothing is changed then.
    package func setChildren(of folder: Int64?, _ children: [Int64]) throws -> Bool {
        let wanted = Set(children)
        var above = folder
        while let id = above {
            guard !wanted.contains(id) else { return false }
            above = try parent(of: id)
        }
        var before: [Int64: Int64] = [:]
        var gone: [Int64] = []
        try prepare(
            "SELECT id, position FROM userCollection WHERE parent IS ? ORDER BY position, id"
        )
        .bind(1, folder).forEach { row in
            before[row.integer(0)] = row.integer(1)
            if !wanted.contains(row.integer(0)) { gone.append(row.integer(0)) }
        }
        if let folder { try putAtTop(gone, from: folder) }
        for (index, id) in children.enumerated() where before[id] != Int64(index) + 1 {
            let old = try parent(of: id)
            try place(id, in: folder, at: Int64(index) + 1)
            guard before[id] == nil else { continue }
            try countChildren(of: folder, by: 1)
            try countChildren(of: old, by: -1)
            try recordUserCollection(id, .changed(.parentId))
            if let old { try recordUserCollection(old, .changed(.count)) }
        }
        if let folder { try recordUserCollection(folder, .changed(.count)) }
        return true
    }

    private func putAtTop(_ children: [Int64], from folder: Int64) throws {
        let last = try prepare(
            "SELECT coalesce(max(position), 0) FROM userCollection WHERE parent IS NULL"
        ).first { $0.integer(0) }
        for (index, id) in children.enumerated() {
            try place(id, in: nil, at: (last ?? 0) + Int64(index) + 1)
            try countChildren(of: folder, by: -1)
            try recordUserCollection(id, .changed(.parentId))
        }
    }

    private func place(_ id: Int64, in folder: Int64?, at position: Int64) throws {
        try prepare("UPDATE userCollection SET parent = ?2, position = ?3 WHERE id = ?1")
            .bind(1, id).bind(2, folder).bind(3, position).run()
    }

    /// Counts what came into a folder or left it; nothing is counted at the top.
    private func countChildren(of folder: Int64?, by delta: Int64) throws {
        guard let folder else { return }
        try statements.members.count.bind(1, folder).bind(2, delta).run()
    }

    private func parent(of id: Int64) throws -> Int64? {
        try prepare("SELECT parent FROM userCollection WHERE id = ?").bind(1, id)
            .first { $0.optionalInteger(0) } ?? nil
    }

    /// Gives an album or folder another title.
    package func renameUserCollection(_ id: Int64, _ title: String) throws {
        try prepare("UPDATE userCollection SET title = ?2 WHERE id = ?1").bind(1, id)
            .bind(2, text: title).run()
        try recordUserCollection(id, .changed(.title))
    }

    /// Removes an album or a folder with all in it; never an asset.
    package func removeUserCollection(_ id: Int64) throws {
        var children: [Int64] = []
        try prepare("SELECT id FROM userCollection WHERE parent = ?").bind(1, id)
            .forEach { children.append($0.integer(0)) }
        for child in children { try removeUserCollection(child) }
        try countChildren(of: parent(of: id), by: -1)
        try recordUserCollection(id, .removed())
        try prepare("DELETE FROM userCollection WHERE id = ?").bind(1, id).run()
        try prepare("DELETE FROM member WHERE album = ?").bind(1, id).run()
    }

    func recordUserCollection(_ id: Int64, _ change: CollectionChange) throws {
        let row = try statements.members.collection.bind(1, id)
            .first { ($0.integer(0) == 1, ObjectUUID(bytes: $0.blob(1))) }
        guard let (isFolder, uuid) = row else { return }
        let kind: HistoryKind = isFolder ? .userFolder : .userAlbum
        try recordChange(.collection(kind, id, uuid, change))
    }
}
