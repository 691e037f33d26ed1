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
        if let parent { try sayUserCollection(parent, .changed, .count) }
        return id
    }

    /// The number and kind of the album or folder with an identifier.
    package func userCollection(_ uuid: ObjectUUID) throws -> (id: Int64, isFolder: Bool)? {
        try prepare("SELECT id, isFolder FROM userCollection WHERE uuid = ?").bind(1, uuid.bytes)
            .first { ($0.integer(0), $0.integer(1) == 1) }
    }

    /// The members of an album, in its order.
    package func members(of album: Int64) throws -> [Int64] {
        var members: [Int64] = []
        try prepare("SELECT asset FROM member WHERE album = ? ORDER BY position").bind(1, album)
            .forEach { members.append($0.integer(0)) }
        return members
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
        var above = folder
        while let id = above {
            guard !children.contains(id) else { return false }
            above = try parent(of: id)
        }
        let before = try self.children(of: folder)
        let gone = before.filter { !children.contains($0) }
        let place = try prepare(
            "UPDATE userCollection SET parent = ?2, position = ?3 WHERE id = ?1"
        )
        if folder != nil {
            let last = try prepare(
                "SELECT coalesce(max(position), 0) FROM userCollection WHERE parent IS NULL"
            ).first { $0.integer(0) }
            for (index, id) in gone.enumerated() {
                try place.bind(1, id).bind(2, Int64?.none).bind(3, (last ?? 0) + Int64(index) + 1)
                    .run()
                try sayUserCollection(id, .changed, .parentId)
            }
        }
        for (position, id) in children.enumerated() {
            let old = try parent(of: id)
            try place.bind(1, id).bind(2, folder).bind(3, Int64(position) + 1).run()
            guard !before.contains(id) else { continue }
            try sayUserCollection(id, .changed, .parentId)
            if let old { try sayUserCollection(old, .changed, .count) }
        }
        if let folder { try sayUserCollection(folder, .changed, .count) }
        return true
    }

    private func parent(of id: Int64) throws -> Int64? {
        try prepare("SELECT parent FROM userCollection WHERE id = ?").bind(1, id)
            .first { $0.optionalInteger(0) } ?? nil
    }

    /// Gives an album or folder another title.
    package func renameUserCollection(_ id: Int64, _ title: String) throws {
        try prepare("UPDATE userCollection SET title = ?2 WHERE id = ?1").bind(1, id)
            .bind(2, text: title).run()
        try sayUserCollection(id, .changed, .title)
    }

    /// Removes an album or a folder with all in it; never an asset.
    package func removeUserCollection(_ id: Int64) throws {
        var children: [Int64] = []
        try prepare("SELECT id FROM userCollection WHERE parent = ?").bind(1, id)
            .forEach { children.append($0.integer(0)) }
        for child in children { try removeUserCollection(child) }
        try sayUserCollection(id, .removed, [])
        try prepare("DELETE FROM userCollection WHERE id = ?").bind(1, id).run()
        try prepare("DELETE FROM member WHERE album = ?").bind(1, id).run()
    }

    /// Makes the members of an album just these assets, in this order.
    ///
    /// Of a directory's album these are the ones that lie elsewhere; they have no order there.
    package func setMembers(of album: Int64, _ assets: [Int64]) throws {
        try prepare("DELETE FROM member WHERE album = ?").bind(1, album).run()
        let insert = try prepare("INSERT INTO member (album, position, asset) VALUES (?1, ?2, ?3)")
        for (position, asset) in assets.enumerated() {
            try insert.bind(1, album).bind(2, Int64(position)).bind(3, asset).run()
        }
        guard directories[album] != nil else {
            return try sayUserCollection(album, .changed, .count)
        }
        directories[album]?.hasMembers = !assets.isEmpty
        try prepare("UPDATE directory SET hasMembers = ?2 WHERE id = ?1").bind(1, album)
            .bind(2, Int64(assets.isEmpty ? 0 : 1)).run()
        noteMembers(of: album)
    }

    /// Notes that the assets that were added to a directory's album are others.
    private func noteMembers(of directory: Int64) {
        rememberBefore(directory)
        accounting.directories[directory, default: 0] += 0
    }

    /// Notes that an asset came or went, for the user's albums it is a member of.
    func accountMembers(before: AssetRecord?, after: AssetRecord?) throws {
        guard (before == nil) != (after == nil), let id = before?.id ?? after?.id else { return }
        try statements.albumsOfMember.bind(1, id).forEach {
            let album = $0.integer(0)
            if directories[album] == nil {
                accounting.userAlbums.insert(album)
            } else {
                noteMembers(of: album)
            }
        }
    }

    func sayUserAlbums() throws {
        for album in accounting.userAlbums.sorted() {
            try sayUserCollection(album, .changed, .count)
        }
    }

    private func sayUserCollection(
        _ id: Int64,
        _ change: ChangeKind,
        _ keys: CollectionKeys
    ) throws {
        let row = try prepare("SELECT isFolder, uuid FROM userCollection WHERE id = ?").bind(1, id)
            .first { ($0.integer(0) == 1, $0.blob(1)) }
        guard let (isFolder, uuid) = row else { return }
        try say(
            id,
            isFolder ? .userFolder : .userAlbum,
            change,
            keys: keys.rawValue,
            uuid: ObjectUUID(bytes: uuid)
        )
    }
}
