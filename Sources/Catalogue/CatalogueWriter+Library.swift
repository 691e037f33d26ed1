package import PhotoModel
internal import PredicateFormat

extension CatalogueWriter {
    /// Reads what is kept in memory, and makes the smart albums of a new library.
    ///
    /// `since`: The number of which all in memory is, when only what others wrote after it is to be read; nil when
    /// nothing in memory is known to be right.
    func load(since base: Int64? = nil) throws {
        hasDisplaced =
            try prepare("SELECT 1 FROM displaced LIMIT 1").first { _ in true } ?? false
        hasTombstones =
            try prepare("SELECT 1 FROM tombstone LIMIT 1").first { _ in true } ?? false
        (knownInodes, knownDirectoryInodes) = (nil, nil)
        unseenArrivals += 1
        volumes = [:]
        try forEachRow("SELECT id, identity FROM volume") {
            volumes[UInt64(bitPattern: $0.integer(1))] = $0.integer(0)
        }
        let isSameTree = try loadRoots()
        try loadDirectories(since: isSameTree ? base : nil)
        for table in ["asset", "tombstone"] {
            let isOrdered = "id > ? AND NOT (\(Schema.hasRandomIdentifier))"
            try prepare("SELECT uuid FROM \(table) WHERE \(isOrdered) ORDER BY id DESC LIMIT 1")
                .bind(1, base ?? 0).forEach { row in
                    identifiers.advance(past: ObjectUUID(bytes: row.blob(0)))
                }
        }
        try loadSmartAlbums()
        try loadMoments()
    }

    /// Reads the roots; false when one that was known has gone, and its directories with it.
    private func loadRoots() throws -> Bool {
        let known = roots
        roots = [:]
        try forEachRow("SELECT id, path, directory, state, reason, detail FROM root") { row in
            let record = RootRecord(row)
            roots[record.id] = record
        }
        return known.values.allSatisfy { roots[$0.id]?.directory == $0.directory }
    }

    private func loadDirectories(since base: Int64?) throws {
        guard let base else {
            directories = DirectoryTable()
            return try forEachRow("\(DirectoryRecord.select) ORDER BY id") { row in
                directories[row.integer(0)] = DirectoryRecord(row)
            }
        }
        var written: [DirectoryRecord] = []
        try prepare("\(DirectoryRecord.select) WHERE written > ?").bind(1, base)
            .forEach { written.append(DirectoryRecord($0)) }
        // In the order of the table; asked for in that order, SQLite would go through all of them.
        for record in written.sorted(by: { $0.id < $1.id }) { directories[record.id] = record }
    }

    /// Adds a root folder with its directory.
    package func addRoot(_ path: [UInt8]) throws -> RootRecord {
        let id = (roots.keys.max() ?? 0) + 1
        var directory = DirectoryRecord()
        directory.root = id
        directory.name = path.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? path
        directory = try insert(directory)
        let root = RootRecord(
            id: id,
            path: path,
            directory: directory.id,
            state: .indexing,
            reason: .start,
            detail: nil
        )
        try prepare("INSERT INTO root VALUES (?1, ?2, ?3, ?4, ?5, NULL)").bind(1, id)
            .bind(2, path).bind(3, directory.id).bind(4, root.state.rawValue)
            .bind(5, root.reason.rawValue).run()
        roots[id] = root
        return root
    }

    /// Forgets a root: all its assets are removed from the catalogue, none from the disk.
    package func removeRoot(_ id: Int64) throws {
        guard let root = roots[id] else { return }
        let subtree = try subtree(root.directory)
        for directory in subtree.reversed() {
            var ids: [Int64] = []
            try files(in: directory) { ids.append($0.id) }
            for id in ids { if let record = try asset(id) { try remove(record) } }
        }
        try settleAccounts()
        for directory in subtree {
            for file in try trashed(from: directory) { try forgetTrashed(file.id) }
            try prepare("DELETE FROM directory WHERE id = ?").bind(1, directory).run()
            try prepare("DELETE FROM member WHERE album = ?").bind(1, directory).run()
        }
        directories.remove(Set(subtree))
        // The number may be another root's one day.
        try unmark(id)
        try prepare("DELETE FROM root WHERE id = ?").bind(1, id).run()
        roots[id] = nil
    }

    /// Notes a root's condition, in the history too when it is news.
    package func setState(
        _ root: Int64,
        _ state: LibraryState,
        _ reason: StateReason,
        detail: String? = nil
    ) throws {
        guard var record = roots[root],
            record.state != state || record.reason != reason || record.detail != detail
        else { return }
        (record.state, record.reason, record.detail) = (state, reason, detail)
        roots[root] = record
        try statements.setRootState.bind(1, root).bind(2, state.rawValue).bind(3, reason.rawValue)
            .bind(4, text: detail).run()
        try recordChange(.state(record))
    }

    /// Notes that the catalogue has caught up with the disk.
    ///
    /// `milliseconds`: How long that took.
    package func saySynced(milliseconds: Int64) throws {
        try recordChange(.synced(milliseconds: milliseconds))
    }

    /// Notes which directories could not be listed, with the `errno` of each.
    package func setUnlisted(_ directories: [Int64: Int32]) throws {
        let list = directories.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        try setStatus("unlisted", list.joined(separator: "\n"))
    }

    /// Has files read again that are taken another way than last time.
    package func setPolicies(_ policies: DerivationPolicies) throws {
        guard try status("policies") != policies.description else { return }
        try prepare(
            "UPDATE resource SET changed = 0 WHERE id IN (SELECT id FROM asset WHERE traits & ?)"
        ).bind(1, Int64(DerivationPolicies.traits.rawValue)).run()
        try setStatus("policies", policies.description)
    }

    /// Has files read again of which something else is derived than when the catalogue was filled.
    ///
    /// - `revision`: The number of today's rules.
    /// - `types`: The uniform type identifiers concerned since an earlier number, 0 where none was kept; nil for all.
    package func setRules(
        revision: Int,
        concerned types: (_ since: Int) -> Set<String>?
    ) throws {
        let known = try status("rules").flatMap { Int($0) } ?? 0
        guard known != revision else { return }
        // An earlier program knew less, and takes files another way again.
        let concerned = known > revision ? nil : types(known)
        if let concerned {
            let again = try prepare(
                "UPDATE resource SET changed = 0 WHERE id IN (SELECT id FROM asset WHERE uti = ?)"
            )
            for type in concerned.sorted() { try again.bind(1, text: type).run() }
        } else {
            try prepare("UPDATE resource SET changed = 0").run()
        }
        try setStatus("rules", "\(revision)")
    }

    /// Keeps a value for `status` to show.
    package func setStatus(_ key: String, _ value: String) throws {
        try StatusTable(connection).set(key, value)
    }

    /// A value kept for `status`.
    package func status(_ key: String) throws -> String? { try StatusTable(connection).value(key) }

    package func removeStatus(_ key: String) throws { try StatusTable(connection).remove(key) }

    package func statusKeys(beginningWith prefix: String) throws -> [String] {
        try StatusTable(connection).keys(beginningWith: prefix)
    }

    /// Forgets history and tombstones from before an age of the library; tokens from before it expire.
    ///
    /// `cutoff`: Microseconds of ``age``.
    package func prune(before cutoff: Int64) throws {
        try log.prune(before: cutoff)
        // What lies in the trash is known by its tombstone, for as long as it does.
        try prepare(
            "DELETE FROM tombstone WHERE removedAge < ? AND id NOT IN (SELECT id FROM trash)"
        ).bind(1, cutoff).run()
        try prepare(
            """
            DELETE FROM edit WHERE id NOT IN (SELECT id FROM asset)
                AND id NOT IN (SELECT id FROM tombstone)
            """
        ).run()
        try prepare(
            """
            DELETE FROM member WHERE asset NOT IN (SELECT id FROM asset)
                AND asset NOT IN (SELECT id FROM tombstone)
            """
        ).run()
    }
}

extension DirectoryRecord {
    /// Asks for what a record is read from; a condition may follow.
    static let select = """
        SELECT id, uuid, root, parent, name, volume, inode, born, assetCount, childCount,
            removedAt, detached, companions, hasMembers, addedCount FROM directory
        """

    init(_ row: SQLiteStatement) {
        self.init()
        id = row.integer(0)
        uuid = ObjectUUID(bytes: row.blob(1))
        root = row.integer(2)
        parent = row.optionalInteger(3)
        name = row.blob(4)
        volume = row.integer(5)
        inode = row.integer(6)
        born = row.integer(7)
        assetCount = row.integer(8)
        childCount = row.integer(9)
        isRemoved = !row.isNull(10)
        isDetached = row.integer(11) == 1
        companions = Companions(rawValue: row.integer(12))
        hasMembers = row.integer(13) == 1
        addedCount = row.integer(14)
    }
}

extension RootRecord {
    init(_ row: SQLiteStatement) {
        self.init(
            id: row.integer(0),
            path: row.blob(1),
            directory: row.integer(2),
            state: LibraryState(rawValue: row.integer(3)) ?? .offline,
            reason: StateReason(rawValue: row.integer(4)) ?? .start,
            detail: row.optionalText(5)
        )
    }
}
