package import PhotoModel

extension CatalogueWriter {
    /// The file known under a name.
    package func file(_ directory: Int64, _ name: [UInt8]) throws -> FileRecord? {
        try statements.resourceByName.bind(1, directory).bind(2, name).first {
            AssetColumns.readFile($0, from: 0)
        }
    }

    /// Whether files are known in a directory; true also when they have just gone.
    package func mayHaveFiles(in directory: Int64) -> Bool {
        // A sidecar without its picture is known too, and counts nowhere.
        directories[directory]?.assetCount ?? 0 > 0 || accounting.directories[directory] != nil
            || directories.companions(of: directory)?.isEmpty == false
    }

    /// Every file known in a directory.
    package func files(in directory: Int64, _ body: (FileRecord) -> Void) throws {
        try statements.resourcesInDirectory.bind(1, directory).forEach {
            body(AssetColumns.readFile($0, from: 0))
        }
    }

    /// The files known with an inode number, on any file system.
    package func files(inode: Int64) throws -> [FileRecord] {
        if let knownInodes, !knownInodes.contains(inode) { return [] }
        var files: [FileRecord] = []
        try statements.resourcesByInode.bind(1, inode).forEach {
            files.append(AssetColumns.readFile($0, from: 0))
        }
        return files
    }

    /// A live asset.
    package func asset(_ id: Int64) throws -> AssetRecord? {
        try statements.selectAsset.bind(1, id).first(AssetColumns.read).map(withOwn)
    }

    /// A record as read, with what its file says by itself.
    func withOwn(_ record: AssetRecord) throws -> AssetRecord {
        guard record.partCount > 0 || record.isEdited else { return record }
        var record = record
        record.own = try statements.selectOwn.bind(1, record.id).first(AssetColumns.readOwn)
        if record.isEdited { record.edit = try edit(of: record.id) }
        return record
    }

    private func edit(of id: Int64) throws -> UserEdit? {
        try statements.selectEdit.bind(1, id).first { UserEdit($0) }
    }

    /// Adds an asset nobody knew; its number and, unless `uuid` is given, its identifier are new.
    ///
    /// A first index writes nothing else: the number itself says when the asset came.
    package func insert(_ record: consuming AssetRecord, uuid: ObjectUUID? = nil) throws {
        record.makeNew()
        record.id = next()
        record.uuid = uuid ?? identifiers.next(at: now)
        (record.edit, record.isEdited) = (nil, false)
        try noteGroups(of: record)
        if record.isShown { try accountNew(record) }
        try write(consume record)
    }

    /// Brings a removed asset back under its old identifier.
    package func revive(_ tombstone: TombstoneRecord, as record: AssetRecord) throws {
        try forgetTrashed(tombstone.id)
        var record = record.asNew
        record.id = tombstone.id
        record.uuid = tombstone.uuid
        record.addedDate = tombstone.addedDate
        record.isFavorite = tombstone.isFavorite
        record.isHidden = tombstone.isHidden
        record.edit = try edit(of: tombstone.id)
        record.isEdited = record.edit != nil
        record = record.with([])
        try statements.deleteTombstone.bind(1, tombstone.id).run()
        try write(record)
        try noteGroups(before: nil, after: record)
        guard record.isShown else { return }
        let isOther =
            record.file.fingerprint != tombstone.fingerprint
            || record.file.identity.size != tombstone.identity.size
        let place = rootedPath(tombstone.directory, tombstone.name)
        try recordChange(.asset(record.id, .inserted(contentChanged: isOther, at: place)))
        try account(before: nil, after: record)
    }

    private func write(_ record: consuming AssetRecord) throws {
        knownInodes?.insert(record.file.identity.inode)
        try connection.rows.insert(consume record)
    }

    /// Changes an asset: `after` has the same number and identifier.
    ///
    /// `contentChanged`: Whether the bytes of its file are others.
    package func update(
        from before: AssetRecord,
        to after: AssetRecord,
        contentChanged: Bool
    ) throws {
        var after = after.asNew
        (after.edit, after.isEdited) = (before.edit, before.isEdited)
        if before.partCount > 0 || before.edit != nil {
            after = after.with(try parts(of: before.id))
        }
        // What it belongs to under its new name is decided when all that changed is known.
        after.partOf = before.partOf
        if !before.isShown { after.file.type = before.file.type }
        (after.burstIdentifier, after.representsBurst) =
            (before.burstIdentifier, before.representsBurst)
        if after.burstKey != before.burstKey {
            (after.burstIdentifier, after.representsBurst) = (nil, false)
        }
        try save(after, had: before)
        let isMoved =
            before.directory != after.directory || before.file.name != after.file.name
        let keys = before.changedKeys(to: after) { directories[$0]?.root }
        if isMoved || !keys.isEmpty || before.contentIdentifier != after.contentIdentifier {
            try noteGroups(before: before, after: after)
        }
        guard isMoved || contentChanged || !keys.isEmpty else {
            // What ties it to a burst is none of the keys.
            if before.isShown { try account(before: before, after: after) }
            return
        }
        guard before.isShown else {
            notePart(of: before.partOf, contentChanged: contentChanged && !before.isSidecar)
            return
        }
        let dates = AssetDates(before)
        let change: AssetChange =
            isMoved
            ? .moved(keys, contentChanged: contentChanged, from: place(of: before), was: dates)
            : .changed(keys, contentChanged: contentChanged, was: dates)
        try recordChange(.asset(after.id, change))
        try account(before: before, after: after)
    }

    /// Notes that a file which is part of an asset is another one or elsewhere.
    private func notePart(of owner: Int64?, contentChanged: Bool) {
        guard let owner, owner != 0 else { return }
        accounting.resources[owner] = accounting.resources[owner] ?? false || contentChanged
    }

    /// Writes a record over what there was of it.
    func save(_ record: AssetRecord, had before: AssetRecord) throws {
        AssetColumns.bind(record, to: try statements.updateAsset)
        try statements.updateAsset.run()
        if let own = record.own {
            AssetColumns.bind(own, of: record.id, to: try statements.saveOwn)
            try statements.saveOwn.run()
        } else if before.own != nil {
            try statements.deleteOwn.bind(1, record.id).run()
        }
        knownInodes?.insert(record.file.identity.inode)
        AssetColumns.bind(
            record.file,
            of: record.id,
            in: record.directory,
            to: try statements.updateResource
        )
        try statements.updateResource.run()
    }

    /// Removes an asset and keeps a tombstone of it.
    package func remove(_ record: AssetRecord) throws {
        if record.isShown { try recordRemoval(of: record) }
        try noteGroups(before: record, after: nil)
        try bury(record)
        try statements.deleteAsset.bind(1, record.id).run()
        try statements.deleteResource.bind(1, record.id).run()
        if record.own != nil { try statements.deleteOwn.bind(1, record.id).run() }
        if record.isShown {
            try account(before: record, after: nil)
        } else {
            notePart(of: record.partOf, contentChanged: !record.isSidecar)
        }
    }

    /// Keeps a tombstone of a file.
    func bury(_ record: AssetRecord) throws {
        hasTombstones = true
        let alone = record.alone
        let (file, identity) = (record.file, record.file.identity)
        try statements.insertTombstone.bind(1, record.id).bind(2, record.uuid.bytes)
            .bind(3, now).bind(4, sequence).bind(5, record.directory).bind(6, file.name)
            .bind(7, Int64(record.mediaType.rawValue)).bind(8, record.addedDate)
            .bind(9, Int64(alone.isFavorite ? 1 : 0)).bind(10, Int64(alone.isHidden ? 1 : 0))
            .bind(11, identity.volume).bind(12, identity.inode).bind(13, identity.size)
            .bind(14, identity.modified).bind(15, identity.born).bind(16, file.fingerprint).bind(
                17,
                age
            ).run()
    }

    /// Where the file of an asset lies.
    private func place(of record: AssetRecord) -> RootedPath {
        rootedPath(record.directory, record.file.name)
    }

    func rootedPath(_ directory: Int64, _ name: [UInt8]) -> RootedPath {
        RootedPath(path: relativePath(directory, name), root: directories[directory]?.root)
    }

    /// Records that an asset is none any more to readers: it was removed or became part of another.
    func recordRemoval(of record: AssetRecord) throws {
        let place = place(of: record)
        let dates = AssetDates(record)
        try recordChange(
            .asset(record.id, .removed(record.mediaType, record.uuid, from: place, was: dates))
        )
    }

    /// Gives a file's place up without removing its asset, so that another can take the place
    /// within the same transaction.
    package func vacate(_ record: AssetRecord) throws {
        AssetColumns.bind(
            record.file,
            of: record.id,
            in: -record.id,
            to: try statements.updateResource
        )
        try statements.updateResource.run()
    }
}
