internal import PhotoModel

/// A file of an asset that lies in the trash.
package struct TrashedFile: Sendable {
    package var id: Int64
    /// The path of the file in the trash.
    package var path: [UInt8]
    /// The path of its `.trashinfo` file.
    package var info: [UInt8]
    /// The directory it came from.
    package var directory: Int64
    package var volume: Int64
    package var fingerprint: Int64
    /// The identity it had when it was moved there; nil for a file that was there already.
    var moved: FileIdentity?

    /// Describes a live asset's file that was moved to `path` and may have been written to since it was read.
    package init(_ record: AssetRecord, path: [UInt8], info: [UInt8], as moved: FileIdentity? = nil)
    {
        self.moved = moved
        (id, directory) = (record.id, record.directory)
        (self.path, self.info) = (path, info)
        (volume, fingerprint) = (record.file.identity.volume, record.file.fingerprint)
    }

    init(_ row: SQLiteStatement) {
        (id, path, info) = (row.integer(0), row.blob(1), row.blob(2))
        (directory, volume, fingerprint) = (row.integer(3), row.integer(4), row.integer(5))
    }

    static let select = "SELECT id, path, info, directory, volume, fingerprint FROM trash"
}

/// A file of a deleted asset that is in the library again.
package struct RestoredFile: Sendable {
    package var id: Int64
    package var directory: Int64
    package var name: [UInt8]
    package var identity: FileIdentity
    /// Nanoseconds since 1970.
    package var changed: Int64

    package init(
        id: Int64,
        directory: Int64,
        name: [UInt8],
        identity: FileIdentity,
        changed: Int64
    ) {
        (self.id, self.directory, self.name) = (id, directory, name)
        (self.identity, self.changed) = (identity, changed)
    }
}
