internal import Kernel
internal import Catalogue
internal import LibraryFiles

/// What the catalogue knows of files: with ``FilePresence`` all that identity is decided by.
protocol KnownFiles {
    /// The file known at a place.
    func file(at location: FileLocation) throws -> FileRecord?
    /// The files with an inode number, on whatever file system.
    func files(inode: Int64) throws -> [FileRecord]
    func asset(_ id: Int64) throws -> AssetRecord?
    /// Files that assets had before others took their paths, by inode number.
    func formerFiles(inode: Int64) throws -> [FormerFile]
    /// The numbers of the files an asset had before another took its path.
    func formerFiles(of asset: Int64) throws -> [Int64]
    /// The removed asset whose last file has this identity.
    func tombstone(file identity: FileIdentity) throws -> TombstoneRecord?
    /// The removed asset with a number.
    func tombstone(_ id: Int64) throws -> TombstoneRecord?
    /// The removed assets with this content whose files are not in the trash, newest first.
    func tombstones(likeContentOf file: FileRecord) throws -> [TombstoneRecord]
}

extension KnownFiles {
    /// The other names of a file: one that is written to through one name changes under all of them,
    /// but only the directory of that one has an event.
    ///
    /// `id`: The number of the file, if it is known: that name is left out.
    /// `current`: Names under which the file is known to be this are left out.
    func otherNames(
        of identity: FileIdentity,
        except id: Int64 = 0,
        unless current: FileIdentity? = nil
    ) throws -> [FileRecord] {
        try files(inode: identity.inode).filter {
            $0.id != id && $0.identity.volume == identity.volume && $0.identity != current
        }
    }

    /// The file an asset had before another took its path, by its identity.
    func formerFile(_ identity: FileIdentity) throws -> FormerFile? {
        try formerFiles(inode: identity.inode).first { $0.identity.isSameFile(as: identity) }
    }
}

/// What a decision changes in the catalogue.
protocol AssetEdits: KnownFiles {
    func insert(_ record: consuming AssetRecord) throws
    /// Gives an asset what was found of it, at the place where it was found.
    func update(from before: AssetRecord, to after: AssetRecord, contentChanged: Bool) throws
    /// A removed asset is there again, as this file.
    func revive(_ tombstone: TombstoneRecord, as record: AssetRecord) throws
    /// Gives up an asset's place, so that another can take it before the asset has another one.
    func vacate(_ record: AssetRecord) throws
    /// Remembers which file an asset had before another took its path.
    func displace(_ asset: Int64, _ file: FileRecord) throws
    func forget(formerFile row: Int64) throws
    /// Whether the file of a removed asset is in the trash.
    func isTrashed(_ asset: Int64) throws -> Bool
}

extension CatalogueWriter: AssetEdits {
    func file(at location: FileLocation) throws -> FileRecord? {
        try file(location.directory, location.name.bytes)
    }

    func tombstones(likeContentOf file: FileRecord) throws -> [TombstoneRecord] {
        try tombstones(fingerprint: file.fingerprint, size: file.identity.size).filter {
            try !isTrashed($0.id)
        }
    }

    func insert(_ record: consuming AssetRecord) throws { try insert(record, uuid: nil) }

    func isTrashed(_ asset: Int64) throws -> Bool { try FileTransaction.isTrashed(asset, self) }
}
