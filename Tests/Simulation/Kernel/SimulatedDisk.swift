internal import Kernel

/// A file system of a ``SimulatedKernel``.
package final class SimulatedDisk {
    /// What file systems differ in.
    package struct Kind: Sendable, CustomStringConvertible {
        /// What it is called.
        package var description: String
        /// `statfs` type.
        package var type: Int64
        /// Nanoseconds that two times differ by at least.
        package var grain: Int64
        package var keepsBirth: Bool
        /// A number that was given up is given to the next file.
        package var reusesInodes: Bool
        /// A file may have several names.
        package var hasLinks = true
        /// Whether listings tell which names are directories.
        package var tellsTypes: Bool
        /// Whether listings name what was added after the directory was opened.
        var listsNewEntries = true
        /// Files are found by names in any case of ASCII letters.
        var foldsCase = false

        package static let ext4 = Kind(
            description: "ext4",
            type: 0xEF53,
            grain: 4_000_000,
            keepsBirth: true,
            reusesInodes: true,
            tellsTypes: true
        )
        package static let tmpfs = Kind(
            description: "tmpfs",
            type: 0x0102_1994,
            grain: 4_000_000,
            keepsBirth: true,
            reusesInodes: false,
            tellsTypes: true
        )
        /// One from before times had fractions.
        package static let ext3 = Kind(
            description: "ext3",
            type: 0xEF53,
            grain: 1_000_000_000,
            keepsBirth: false,
            reusesInodes: true,
            tellsTypes: false
        )
        package static let exfat = Kind(
            description: "exfat",
            type: 0x2011_BAB0,
            grain: 2_000_000_000,
            keepsBirth: true,
            reusesInodes: false,
            hasLinks: false,
            tellsTypes: true,
            foldsCase: true
        )

        package static let btrfs = Kind(
            description: "btrfs",
            type: 0x9123_683E,
            grain: 4_000_000,
            keepsBirth: true,
            reusesInodes: false,
            tellsTypes: true,
            listsNewEntries: false
        )

        static let all = [ext4, tmpfs, ext3, exfat, btrfs]
    }

    package let kind: Kind
    /// `f_fsid`.
    package let identity: UInt64
    /// `st_dev`, which another disk may have had before.
    package internal(set) var device: UInt64
    private var lastInode: UInt64 = 1
    private var inodes = 0
    private var freeInodes: [UInt64] = []
    /// Open files and watched directories keep a disk that was unmounted.
    var holders = 0
    package var isMounted: Bool { mounts > 0 }
    /// At how many places it can be seen, in whole or in part.
    var mounts = 0
    private(set) lazy var root = SimulatedInode(
        2,
        serial: 0,
        .directory,
        on: self,
        at: 0
    )

    package init(_ kind: Kind, identity: UInt64) {
        (self.kind, self.identity, device) = (kind, identity, identity)
    }

    func makeInode(_ kind: SimulatedInode.Kind, at time: Int64) -> SimulatedInode {
        let number: UInt64
        if self.kind.reusesInodes, let free = freeInodes.popLast() {
            number = free
        } else {
            lastInode += 1
            number = lastInode + 10
        }
        inodes += 1
        return SimulatedInode(number, serial: inodes, kind, on: self, at: rounded(time))
    }

    func release(_ inode: SimulatedInode) {
        freeInodes.append(inode.number)
    }

    /// Whether a file keeps its number as long as it is there, as the indexer sees it.
    var hasStableInodes: Bool { FileSystemIdentity.hasStableInodes(kind.type) }

    /// A time as the disk keeps it.
    func rounded(_ time: Int64) -> Int64 { time - time % kind.grain }
}
