package import PhotoModel

/// One file of an asset.
package struct FileRecord: Equatable, Sendable {
    package var id: Int64 = 0
    package var type: ResourceType = .photo
    package var directory: Int64 = 0
    package var name: [UInt8] = []
    package var identity = FileIdentity()
    /// Nanoseconds since 1970.
    package var changed: Int64 = 0
    /// xxHash of the first 64 KiB.
    package var fingerprint: Int64 = 0

    package init() {}
}

/// Identifies a file under any name.
package struct FileIdentity: Equatable, Sendable {
    /// The catalogue's number of the file system.
    package var volume: Int64 = 0
    package var inode: Int64 = 0
    package var size: Int64 = 0
    /// Nanoseconds since 1970, as is `born`.
    package var modified: Int64 = 0
    package var born: Int64 = 0

    package init() {}

    package init(volume: Int64, inode: Int64, size: Int64, modified: Int64, born: Int64) {
        self.volume = volume
        self.inode = inode
        self.size = size
        self.modified = modified
        self.born = born
    }

    /// Whether `other` is the same file: it has the same inode and the same time of birth, because an inode number
    /// alone is soon given to another file.
    ///
    /// Where a file system keeps no times of birth, size and modification time have to match instead.
    package func isSameFile(as other: FileIdentity) -> Bool {
        guard volume == other.volume, inode == other.inode else { return false }
        if hasBirth(as: other) { return born == other.born }
        return size == other.size && modified == other.modified
    }

    /// Whether the times of birth of both are known.
    func hasBirth(as other: FileIdentity) -> Bool { born != 0 && other.born != 0 }
}

extension FileRecord {
    /// Returns whether the file's content differs from the known content.
    ///
    /// The fingerprint covers the first 64 KiB; changes beyond that show in size and modification time. The time of
    /// change shows nothing: permissions, owners, extended attributes and links change it, for many files at once.
    package func hasOtherContent(than before: FileRecord) -> Bool {
        !beginsLike(before) || (isLarge && before.identity.modified != identity.modified)
    }

    /// Whether the file is as long as a known one and begins like it.
    package func beginsLike(_ before: FileRecord) -> Bool {
        before.fingerprint == fingerprint && before.identity.size == identity.size
    }

    /// Whether the file is longer than the fingerprint covers.
    private var isLarge: Bool { identity.size > 64 << 10 }

    /// Whether a file with the fingerprint and size of another can be that file at another place.
    ///
    /// The fingerprint covers the whole content of small files only; two scans with the same margin begin alike. A file
    /// that is moved, copied or restored keeps its name, its modification time or both.
    package func mayHoldContent(of other: FileRecord) -> Bool {
        mayHoldContent(ofName: other.name, modified: other.identity.modified)
    }

    /// Whether the file can be one that had this name and modification time.
    package func mayHoldContent(ofName other: [UInt8], modified: Int64) -> Bool {
        !isLarge || name == other || hasTime(modified)
    }

    /// Whether the file has the modification time of another, as moving, copying and archiving preserve it.
    package func hasTime(of other: FileRecord) -> Bool { hasTime(other.identity.modified) }

    /// Some file systems count two seconds at a time.
    private func hasTime(_ modified: Int64) -> Bool {
        abs(identity.modified &- modified) < 2_000_000_000
    }
}
