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
    /// What the time of change tells of besides content, see `FileStat.attributes`; 0 where that is not known or the
    /// file system does not keep that time.
    package var attributes: Int64 = 0
    /// The time of change at which the content was found to be other than before; 0 if it never was.
    package var edition: Int64 = 0

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

    /// Whether `other` is the same file: the same inode, and born at the same instant, for an inode number alone is
    /// soon given to another file.
    ///
    /// Where a file system keeps no times of birth it is the same as long as nobody wrote to it.
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
    /// The fingerprint covers the first 64 KiB; changes beyond that show in size and modification time, or else only in
    /// the time of change.
    package func hasOtherContent(than before: FileRecord) -> Bool {
        before.fingerprint != fingerprint || before.identity.size != identity.size
            || (isLarge && before.identity.modified != identity.modified)
            || before.edition != edition
    }

    /// Whether there is more of it than the fingerprint covers.
    private var isLarge: Bool { identity.size > 64 << 10 }

    /// Whether a file whose fingerprint and size are those of another can be the same file at another place.
    ///
    /// The fingerprint tells of the whole only where that is small; of two scans with one margin the beginnings are
    /// alike. Whoever moves, copies or restores a file leaves it its name, its time or both.
    package func mayHoldContent(of other: FileRecord) -> Bool {
        mayHoldContent(ofName: other.name, modified: other.identity.modified)
    }

    /// Whether a file can be one that had a name and a time.
    package func mayHoldContent(ofName other: [UInt8], modified: Int64) -> Bool {
        // Some file systems count two seconds at a time.
        !isLarge || name == other
            || abs(identity.modified &- modified) < 2_000_000_000
    }

    /// Numbers the content: as before, or anew where it is found to be other than it was known.
    package mutating func number(after before: FileRecord) {
        edition = before.edition
        if hasOtherContent(than: before) || mayBeRewritten(since: before) { edition = changed }
    }

    /// Whether something may have been written to a large file although its size, modification time and beginning are
    /// as they were: its inode was changed, and neither another name nor permissions, owner or links account for that.
    ///
    /// Who makes or removes hard links leaves no other trace, so a file that has several is taken for what it was.
    private func mayBeRewritten(since before: FileRecord) -> Bool {
        isLarge && changed != before.changed && identity == before.identity
            && directory == before.directory && name == before.name
            && attributes != 0 && attributes == before.attributes && attributes & 0xFFFF == 1
    }
}
