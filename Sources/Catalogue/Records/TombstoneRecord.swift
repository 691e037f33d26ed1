package import PhotoModel

/// A removed asset that can still come back.
package struct TombstoneRecord: Sendable {
    package var id: Int64
    package var uuid: ObjectUUID
    package var directory: Int64
    package var name: [UInt8]
    package var identity: FileIdentity
    package var fingerprint: Int64
    package var addedDate: Int64
    package var isFavorite: Bool
    package var isHidden: Bool

    /// Whether a file is the one that the asset had.
    ///
    /// Since the removal, its inode number may have been given to another file with the same size and time. So if a
    /// time of birth is unknown, the content has to match as well.
    package func hadFile(_ file: FileRecord) -> Bool {
        guard identity.isSameFile(as: file.identity) else { return false }
        return identity.hasBirth(as: file.identity) || fingerprint == file.fingerprint
    }
}
