internal import PhotoModel

/// The albums and folders that exist only in the catalogue, and the contents of the folders.
final class UserCollections {
    private let connection: WriteConnection
    private let log: ChangeLog
    private let prepared: Statements

    init(_ connection: WriteConnection, _ log: ChangeLog) throws {
        (self.connection, self.log) = (connection, log)
        prepared = try connection.query { _ in try Statements(connection) }
    }

    private final class Statements {
        let select, count: SQLiteStatement

        init(_ connection: WriteConnection) throws {
            select = try connection.prepare(
                "SELECT isFolder, uuid FROM userCollection WHERE id = ?"
            )
            count = try connection.prepare(
                "UPDATE userCollection SET count = count + ?2 WHERE id = ?1"
            )
        }
    }

    /// Adjusts the count of an album or a folder.
    func count(_ id: Int64, by delta: Int64) throws {
        try connection.settled(prepared).count.bind(1, id).bind(2, delta).run()
    }

    /// Records a change of the album or folder with an ID, if there is one.
    func record(_ change: CollectionChange, of id: Int64) throws {
        let row = try connection.settled(prepared).select.bind(1, id)
            .first { ($0.integer(0) == 1, ObjectUUID(bytes: $0.blob(1))) }
        guard let (isFolder, uuid) = row else { return }
        try log.record(.collection(isFolder ? .userFolder : .userAlbum, id, uuid, change))
    }

    /// Creates an album or folder as the last one of its parent, and returns its ID.
    func add(_ title: String, isFolder: Bool, parent: Int64?, uuid: ObjectUUID) throws -> Int64 {
        // The ID is the sequence number of its creation, as for an asset.
        let id = log.next()
        try connection.prepare(
            """
            INSERT INTO userCollection (id, uuid, isFolder, title, parent, position)
            VALUES (?1, ?2, ?3, ?4, ?5,
                (SELECT coalesce(max(position), 0) + 1 FROM userCollection WHERE parent IS ?5))
            """
        ).bind(1, id).bind(2, uuid.bytes).bind(3, Int64(isFolder ? 1 : 0)).bind(4, text: title)
            .bind(5, parent).run()
        if let parent {
            try count(parent, by: 1)
            try record(.changed(.count), of: parent)
        }
        return id
    }

    /// Returns the ID and kind of the album or folder with an identifier.
    func find(_ uuid: ObjectUUID) throws -> (id: Int64, isFolder: Bool)? {
        try connection.prepare("SELECT id, isFolder FROM userCollection WHERE uuid = ?")
            .bind(1, uuid.bytes).first { ($0.integer(0), $0.integer(1) == 1) }
    }

    func rename(_ id: Int64, to title: String) throws {
        try connection.prepare("UPDATE userCollection SET title = ?2 WHERE id = ?1").bind(1, id)
            .bind(2, text: title).run()
        try record(.changed(.title), of: id)
    }

    /// Removes an album or a folder with everything in it, but never an asset.
    func remove(_ id: Int64) throws {
        var children: [Int64] = []
        try connection.prepare("SELECT id FROM userCollection WHERE parent = ?").bind(1, id)
            .forEach { children.append($0.integer(0)) }
        for child in children { try remove(child) }
        if let parent = try parent(of: id) { try count(parent, by: -1) }
        try record(.removed(), of: id)
        try connection.prepare("DELETE FROM userCollection WHERE id = ?").bind(1, id).run()
        try connection.prepare("DELETE FROM member WHERE album = ?").bind(1, id).run()
    }
}

extension UserCollections {
    /// Returns the contents of a folder, or of the top level, in order.
    func children(of folder: Int64?) throws -> [Int64] {
        try positions(in: folder).map(\.id)
    }

    private func positions(in folder: Int64?) throws -> [(id: Int64, position: Int64)] {
        var children: [(Int64, Int64)] = []
        try connection.prepare(
            "SELECT id, position FROM userCollection WHERE parent IS ? ORDER BY position, id"
        ).bind(1, folder).forEach { children.append(($0.integer(0), $0.integer(1))) }
        return children
    }

    /// Sets the contents of a folder, or of the top level, to these albums and folders in this order.
    ///
    /// A collection removed from a folder moves to the top level. Returns false without changes if a folder
    /// would come to contain itself.
    func set(childrenOf folder: Int64?, _ children: [Int64]) throws -> Bool {
        let wanted = Set(children)
        var above = folder
        while let id = above {
            guard !wanted.contains(id) else { return false }
            above = try parent(of: id)
        }
        let positions = try positions(in: folder)
        guard positions.map(\.id) != children else { return true }
        let before = Dictionary(uniqueKeysWithValues: positions.map { ($0.id, $0.position) })
        let gone = positions.map(\.id).filter { !wanted.contains($0) }
        if let folder { try moveToTop(gone, from: folder) }
        for (index, id) in children.enumerated() where before[id] != Int64(index) + 1 {
            let old = try parent(of: id)
            try place(id, in: folder, at: Int64(index) + 1)
            guard before[id] == nil else {
                try record(.changed(.position), of: id)
                continue
            }
            if let folder { try count(folder, by: 1) }
            if let old { try count(old, by: -1) }
            try record(.changed(.parentId), of: id)
            if let old { try record(.changed(.count), of: old) }
        }
        if let folder { try record(.changed(.count), of: folder) }
        return true
    }

    private func moveToTop(_ children: [Int64], from folder: Int64) throws {
        let last = try connection.prepare(
            "SELECT coalesce(max(position), 0) FROM userCollection WHERE parent IS NULL"
        ).first { $0.integer(0) }
        for (index, id) in children.enumerated() {
            try place(id, in: nil, at: (last ?? 0) + Int64(index) + 1)
            try count(folder, by: -1)
            try record(.changed(.parentId), of: id)
        }
    }

    private func place(_ id: Int64, in folder: Int64?, at position: Int64) throws {
        try connection.prepare("UPDATE userCollection SET parent = ?2, position = ?3 WHERE id = ?1")
            .bind(1, id).bind(2, folder).bind(3, position).run()
    }

    private func parent(of id: Int64) throws -> Int64? {
        try connection.prepare("SELECT parent FROM userCollection WHERE id = ?").bind(1, id)
            .first { $0.optionalInteger(0) } ?? nil
    }
}
