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

extension CatalogueWriter: KnownFiles {
    func file(at location: FileLocation) throws -> FileRecord? {
        try file(location.directory, location.name.bytes)
    }

    func tombstones(likeContentOf file: FileRecord) throws -> [TombstoneRecord] {
        try tombstones(fingerprint: file.fingerprint, size: file.identity.size).filter {
            try !FileTransaction.isTrashed($0.id, self)
        }
    }
}
