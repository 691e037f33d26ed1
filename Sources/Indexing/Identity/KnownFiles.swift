internal import Kernel
internal import Catalogue
internal import LibraryFiles

/// The catalogue's knowledge of files: together with ``FilePresence``, all the evidence for decisions about identity.
protocol KnownFiles {
    /// Returns the file known at a place.
    func file(at location: FileLocation) throws -> FileRecord?
    /// Returns the files with an inode number, on any file system.
    func files(inode: Int64) throws -> [FileRecord]
    /// Returns some of the files with the content of a file, except those in the trash.
    func files(likeContentOf file: FileRecord) throws -> [FileRecord]
    func asset(_ id: Int64) throws -> AssetRecord?
    /// Returns the files that assets had before others took their paths, by inode number.
    func formerFiles(inode: Int64) throws -> [FormerFile]
    /// Returns the row IDs of the files an asset had before another file took its path.
    func formerFiles(of asset: Int64) throws -> [Int64]
    /// Returns the removed asset whose last file this was.
    func tombstone(file: FileRecord) throws -> TombstoneRecord?
    /// Returns the removed asset with an ID.
    func tombstone(_ id: Int64) throws -> TombstoneRecord?
    /// Returns the removed assets with this content whose files are not in the trash, newest first.
    func tombstones(likeContentOf file: FileRecord) throws -> [TombstoneRecord]
    /// Returns whether an asset is in an album made by the user.
    func isMember(_ asset: Int64) throws -> Bool
    /// Throws if the catalogue contradicts itself.
    func requireSound() throws
}

extension KnownFiles {
    /// Returns the other hard links of a file: a write through one name changes all of them, but only the directory of
    /// that name gets an event.
    ///
    /// `id`: The ID of the file, if it is known; that name is left out.
    /// `current`: Names under which the file is known with this identity are left out.
    func otherNames(
        of identity: FileIdentity,
        except id: Int64 = 0,
        unless current: FileIdentity? = nil
    ) throws -> [FileRecord] {
        try files(inode: identity.inode).filter {
            $0.id != id && $0.identity.volume == identity.volume && $0.identity != current
        }
    }

    /// Returns whether another file took the path of an asset's own file, which is still known.
    ///
    /// The row IDs of former files that no longer count are in `forgotten`.
    func isDisplaced(_ asset: Int64, unless forgotten: Set<Int64> = []) throws -> Bool {
        try formerFiles(of: asset).contains { !forgotten.contains($0) }
    }

    /// Returns the file an asset had before another file took its path, by its identity.
    ///
    /// If several assets had it one after another, it is the one that owned it first. The row IDs of former files that
    /// no longer count are in `forgotten`.
    func formerFile(
        _ identity: FileIdentity,
        unless forgotten: Set<Int64> = []
    ) throws -> FormerFile? {
        let found = try formerFiles(inode: identity.inode).filter {
            $0.identity.isSameFile(as: identity) && !forgotten.contains($0.row)
        }
        guard found.count > 1 else { return found.first }
        return try found.first { try formerFiles(of: $0.asset).min() == $0.row } ?? found[0]
    }
}

/// The changes that a decision makes to the catalogue.
protocol AssetEdits: KnownFiles {
    func insert(_ record: consuming AssetRecord) throws
    /// Removes an asset; what the user said of it is remembered.
    func remove(_ record: AssetRecord) throws
    /// Updates an asset with the state that was found, at the place where it was found.
    func update(from before: AssetRecord, to after: AssetRecord, contentChanged: Bool) throws
    /// Restores a removed asset with this file.
    func revive(_ tombstone: TombstoneRecord, as record: AssetRecord) throws
    /// Releases an asset's place, so that another asset can take it before this one has a new place.
    func vacate(_ record: AssetRecord) throws
    /// Records the file that an asset had before another file took its path.
    func displace(_ asset: Int64, _ file: FileRecord) throws
    func forget(formerFile row: Int64) throws
    /// Returns whether the file of a removed asset is in the trash.
    func isTrashed(_ asset: Int64) throws -> Bool
}

extension AssetEdits {
    /// Lets a photo continue as its copy, which is no longer a separate photo.
    func pass(_ record: AssetRecord, to copy: AssetRecord) throws {
        try remove(copy)
        try update(from: record, to: copy.carryingOver(record), contentChanged: false)
    }
}

extension CatalogueWriter: AssetEdits {
    func file(at location: FileLocation) throws -> FileRecord? {
        try file(location.directory, location.name.bytes)
    }

    func files(likeContentOf file: FileRecord) throws -> [FileRecord] {
        // With more copies it does not matter which is which, and each one is looked up on disk.
        try files(fingerprint: file.fingerprint, size: file.identity.size, most: 16)
    }

    func tombstones(likeContentOf file: FileRecord) throws -> [TombstoneRecord] {
        try tombstones(fingerprint: file.fingerprint, size: file.identity.size).filter {
            try !isTrashed($0.id)
        }
    }

    func insert(_ record: consuming AssetRecord) throws { try insert(record, uuid: nil) }

    func isTrashed(_ asset: Int64) throws -> Bool { try FileTransaction.isTrashed(asset, self) }
}
