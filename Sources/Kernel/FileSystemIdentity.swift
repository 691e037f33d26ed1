/// The identity of a file system.
package struct FileSystemIdentity: Sendable {
    /// A number that survives a reboot if the file system has an identity of its own: its `f_fsid`, or its
    /// UUID if that is only the number of its device, as on XFS and FAT.
    package let number: UInt64
    /// The `f_type` of statfs(2).
    package let type: Int64

    package init(number: UInt64, type: Int64) {
        (self.number, self.type) = (number, type)
    }

    /// Returns whether directories on a file system of this type get a different change time with each change, and only
    /// this machine changes them; see linux/magic.h.
    package static func keepsChangeTimes(_ type: Int64) -> Bool {
        // ext2 to ext4, XFS, Btrfs, tmpfs, F2FS, ZFS, bcachefs, JFS.
        [
            0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010, 0x2FC1_2FC1, 0xCA45_1A4E,
            0x3153_464A,
        ].contains(type)
    }

    /// Returns the number under which catalogues of earlier versions know a file system of this type; nil if the number
    /// has not changed.
    ///
    /// `device`: The number of its device, which was used as its identity.
    package static func formerNumber(type: Int64, device: UInt64) -> UInt64? {
        [0x5846_5342, 0x4D44].contains(type) ? device : nil
    }

    /// The inode number of the top directory of each subvolume of Btrfs, `BTRFS_FIRST_FREE_OBJECTID`.
    package static let subvolumeInode: UInt64 = 256

    /// Returns whether files keep their inode numbers on a file system of this type; see linux/magic.h.
    package static func hasStableInodes(_ type: Int64) -> Bool {
        ![0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x2011_BAB0, 0x4D44].contains(type)
    }

    /// Returns whether files and directories keep their birth times on a file system of this type.
    ///
    /// An overlay reports the birth time in the layer that holds the file, which is a different one after the first
    /// change.
    package static func keepsBirths(_ type: Int64) -> Bool { type != 0x794C_7630 }

    /// Returns whether names may be found in another Unicode normalisation than they are listed in: on the file systems
    /// of macOS, ZFS, network file systems and FUSE.
    package static func mayNormalizeNames(_ type: Int64) -> Bool {
        [
            0x6573_5546, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6969, 0x0102_1997, 0x482B, 0x2FC1_2FC1,
        ].contains(type)
    }
}

extension OpenDirectory {
    /// Whether files in it keep their inode numbers; true if that cannot be determined.
    package var hasStableInodes: Bool {
        identity.map { FileSystemIdentity.hasStableInodes($0.type) } ?? true
    }
}
