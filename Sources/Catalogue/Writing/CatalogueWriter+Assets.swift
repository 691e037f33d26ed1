package import PhotoModel

/// Assets and their files.
extension CatalogueWriter {
    /// Returns a live asset, including its file's own values if they are overridden.
    package func asset(_ id: Int64) throws -> AssetRecord? { try assets.asset(id) }

    /// Returns the file known under a name in a directory.
    package func file(_ directory: Int64, _ name: [UInt8]) throws -> FileRecord? {
        try assets.file(directory, name)
    }

    /// Whether files are known in a directory; true also if they have just gone.
    package func mayHaveFiles(in directory: Int64) -> Bool {
        // A sidecar without its picture is known too, but not counted.
        directories[directory]?.assetCount ?? 0 > 0 || collections.albums.isTouched(directory)
            || directories.companions(of: directory)?.isEmpty == false
    }

    /// Calls `body` with every file known in a directory.
    package func files(in directory: Int64, _ body: (FileRecord) -> Void) throws {
        try assets.files(in: directory, body)
    }

    /// Returns the assets in a directory whose content and name do not say when they were taken.
    package func assetsWithoutDate(in directory: Int64) throws -> [Int64] {
        try assets.withoutDate(in: directory)
    }

    /// Returns the files known with an inode number, on any file system.
    package func files(inode: Int64) throws -> [FileRecord] { try assets.files(inode: inode) }

    /// Returns up to `most` files with this content that are not in the trash; empty during a first index.
    package func files(fingerprint: Int64, size: Int64, most: Int) throws -> [FileRecord] {
        try assets.files(fingerprint: fingerprint, size: size, most: most)
    }

    /// Returns the files of an asset, its own first.
    package func files(of record: AssetRecord) throws -> [AssetRecord] {
        try trashTable.files(of: record)
    }

    /// Inserts a new asset; its ID and, unless `uuid` is given, its identifier are newly assigned.
    ///
    /// A first index writes no history: the ID itself is the sequence number of the insertion.
    package func insert(_ record: consuming AssetRecord, uuid: ObjectUUID? = nil) throws {
        try editor.insert(consume record, uuid: uuid)
    }

    /// Brings a removed asset back under its old identifier.
    package func revive(_ tombstone: TombstoneRecord, as record: AssetRecord) throws {
        try trashTable.forget(tombstone.id)
        try editor.revive(tombstone, as: record)
    }

    /// Updates an asset; `after` has the same ID and identifier.
    ///
    /// `contentChanged`: Whether the bytes of its file changed.
    package func update(
        from before: AssetRecord,
        to after: AssetRecord,
        contentChanged: Bool
    ) throws {
        try editor.update(from: before, to: after, contentChanged: contentChanged)
    }

    /// Changes the user's edits of an asset.
    ///
    /// Returns false if there is no such asset.
    package func edit(_ id: Int64, _ change: (inout UserEdit) -> Void) throws -> Bool {
        try editor.edit(id, change)
    }

    /// Removes an asset, leaving a tombstone.
    package func remove(_ record: AssetRecord) throws { try editor.remove(record) }

    /// Gives up a file's path without removing its asset, so that another can take the path within the same
    /// transaction.
    package func vacate(_ record: AssetRecord) throws { try assets.releasePath(of: record) }

    /// Determines now, not at the end of the transaction, which files form one asset.
    ///
    /// Returns whether the given files do, the first being the asset's own.
    package func isOneAsset(_ ids: [Int64]) throws -> Bool {
        try groups.applyPendingUpdates()
        return try ids.enumerated().allSatisfy { index, id in
            let owner = try asset(id).map(\.partOf)
            return owner == .some(index == 0 ? nil : ids[0])
        }
    }
}

/// Former files.
extension CatalogueWriter {
    /// Whether there may be former files; checked for every new file, so it has to be fast.
    package var hasDisplaced: Bool { former.hasDisplaced }

    /// Remembers the file that an asset had before another took its path, in case the old one turns up.
    package func displace(_ asset: Int64, _ file: FileRecord) throws {
        try former.displace(asset, file)
    }

    /// Forgets the files that assets had before others took their paths, so that a recorded change is not taken back
    /// when such a file turns up long afterwards.
    ///
    /// - `seconds`: Files displaced in the last so many seconds are kept.
    /// - `hidden`: The file systems whose files are all kept.
    package func forgetDisplaced(exceptOfLast seconds: Int64, hidden: Set<Int64>) throws {
        try former.forgetDisplaced(exceptOfLast: seconds, hidden: hidden)
    }

    /// Returns the former files with an inode number, on any file system.
    package func formerFiles(inode: Int64) throws -> [FormerFile] {
        try former.files(inode: inode)
    }

    /// Returns the numbers of an asset's former files.
    package func formerFiles(of asset: Int64) throws -> [Int64] { try former.files(of: asset) }

    /// Forgets one former file that is no longer needed.
    package func forget(formerFile row: Int64) throws { try former.forget(row) }

    /// Returns the removed asset whose last file this was.
    package func tombstone(file: FileRecord) throws -> TombstoneRecord? {
        try former.tombstone(file: file)
    }

    /// Returns the removed asset with a number.
    package func tombstone(_ id: Int64) throws -> TombstoneRecord? { try former.tombstone(id) }

    /// Returns the identity of a removed asset's file.
    package func identity(ofRemoved asset: Int64) throws -> FileIdentity? {
        try former.identity(ofRemoved: asset)
    }

    /// Returns the removed assets with this content, newest first.
    package func tombstones(fingerprint: Int64, size: Int64) throws -> [TombstoneRecord] {
        try former.tombstones(fingerprint: fingerprint, size: size)
    }
}

/// The trash.
extension CatalogueWriter {
    /// Moves an asset to the trash, where it is no longer listed except as recently deleted.
    ///
    /// `files` are all files of the asset. If one of them returns on its own, it is recognised by its
    /// tombstone.
    package func trash(_ record: AssetRecord, _ files: [TrashedFile]) throws {
        try trashTable.insert(record, files)
    }

    /// Returns the files of an asset in the trash; empty if it is not there.
    package func trashed(_ id: Int64) throws -> [TrashedFile] { try trashTable.files(of: id) }

    /// Returns all files in the trash.
    package func allTrashed() throws -> [TrashedFile] { try trashTable.allFiles() }

    /// Restores a deleted asset from the trash: it is in the library again, as it was.
    package func restore(_ id: Int64, _ files: [RestoredFile]) throws {
        try trashTable.restore(id, files)
    }

    /// Forgets a file in the trash, because it has left it or is in the library again.
    package func forgetTrashed(_ id: Int64) throws { try trashTable.forget(id) }
}
