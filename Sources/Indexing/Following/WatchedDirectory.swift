internal import FolderWatch
internal import Kernel

/// A snapshot of a directory in the ``WatchedTree`` of the running watcher.
struct WatchedDirectory {
    /// The directory's ID in the catalogue.
    let directory: Int64
    let inode: UInt64
    let born: Int64
    let device: WatchedDevice
    var root: Int64
    /// The watcher's number for the directory.
    var number: UInt32 = 0
    /// Whether it lies below an unmounted or replaced directory: known files are kept and found ones ignored.
    var isUntrusted: Bool
    var hasSeenEntry = false

    var stat: DirectoryStat {
        DirectoryStat(
            device: device.number,
            inode: inode,
            born: born,
            volume: device.identity,
            fileSystem: device.type
        )
    }

    /// The ID of its file system in the catalogue.
    var volume: Int64 { device.volume }

    /// Whether files here keep their inode numbers, so that they are recognised under other names.
    var hasStableInodes: Bool { FileSystemIdentity.hasStableInodes(device.type) }

    /// Whether files here keep their birth times.
    var keepsBirths: Bool { FileSystemIdentity.keepsBirths(device.type) }
}

/// A directory as a ``WatchedTree`` stores it.
struct WatchedRow {
    let directory: Int64
    let inode: UInt64
    let born: Int64
    let number: UInt32
    var root: Int32
    /// The index of its device.
    let device: UInt32
    var isUntrusted: Bool
    var hasSeenEntry: Bool

    init(_ directory: WatchedDirectory) {
        (self.directory, number) = (directory.directory, directory.number)
        (inode, born) = (directory.inode, directory.born)
        root = Int32(clamping: directory.root)
        device = directory.device.position
        (isUntrusted, hasSeenEntry) = (directory.isUntrusted, directory.hasSeenEntry)
    }

    func directory(on devices: [WatchedDevice]) -> WatchedDirectory {
        WatchedDirectory(
            directory: directory,
            inode: inode,
            born: born,
            device: devices[Int(device)],
            root: Int64(root),
            number: number,
            isUntrusted: isUntrusted,
            hasSeenEntry: hasSeenEntry
        )
    }
}

/// The files known in a directory that is being listed; only a few exist at a time.
final class DirectoryContents {
    var table: NameTable

    init(_ table: NameTable) {
        self.table = table
    }
}

/// Values shared by the directories of one file system.
struct WatchedDevice {
    let number: UInt64
    /// The file system's `f_fsid` and `statfs` type.
    let identity: UInt64
    let type: Int64
    /// The file system's ID in the catalogue.
    let volume: Int64
    /// The index at which the tree stores it.
    let position: UInt32

    init(_ stat: DirectoryStat, volume: Int64, position: UInt32) {
        (number, identity, type) = (stat.device, stat.volume, stat.fileSystem)
        (self.volume, self.position) = (volume, position)
    }

    func isOf(_ stat: DirectoryStat, volume: Int64) -> Bool {
        number == stat.device && identity == stat.volume && type == stat.fileSystem
            && self.volume == volume
    }
}
