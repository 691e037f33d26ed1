/// A file that an asset had before another took its path.
package struct FormerFile: Equatable, Sendable {
    /// The number by which it can be forgotten.
    package var row: Int64
    package var asset: Int64
    package var identity: FileIdentity

    package init(row: Int64, asset: Int64, identity: FileIdentity) {
        (self.row, self.asset, self.identity) = (row, asset, identity)
    }
}

extension CatalogueWriter {
    /// The former files with an inode number, on whatever file system.
    package func formerFiles(inode: Int64) throws -> [FormerFile] {
        guard hasDisplaced else { return [] }
        var found: [FormerFile] = []
        try statements.displacedByInode.bind(1, inode).forEach { row in
            found.append(
                FormerFile(
                    row: row.integer(0),
                    asset: row.integer(1),
                    identity: FileIdentity(row, from: 2)
                )
            )
        }
        return found
    }

    /// The numbers of an asset's former files.
    package func formerFiles(of asset: Int64) throws -> [Int64] {
        guard hasDisplaced else { return [] }
        var found: [Int64] = []
        try statements.displacedByAsset.bind(1, asset).forEach { found.append($0.integer(0)) }
        return found
    }

    /// Forgets one former file: it has served its purpose.
    package func forget(formerFile row: Int64) throws {
        try statements.deleteDisplaced.bind(1, row).run()
    }

    /// The removed asset whose last file has this identity.
    package func tombstone(file identity: FileIdentity) throws -> TombstoneRecord? {
        guard hasTombstones else { return nil }
        return try tombstones(statements.tombstonesByInode.bind(1, identity.inode))
            .first { $0.identity.isSameFile(as: identity) }
    }

    /// The removed asset with a number.
    package func tombstone(_ id: Int64) throws -> TombstoneRecord? {
        guard hasTombstones else { return nil }
        return try tombstones(statements.tombstoneByID.bind(1, id)).first
    }
}
