internal import FolderWatch
internal import Kernel

/// A directory that the running watcher follows, as it was when it was looked up in its ``WatchedTree``.
struct WatchedDirectory {
    /// The catalogue's number.
    let directory: Int64
    let inode: UInt64
    let born: Int64
    let device: WatchedDevice
    var root: Int64
    /// The watcher's number.
    var number: UInt32 = 0
    /// Below something unmounted or replaced: what is known is kept, what is seen not believed.
    var isUntrusted: Bool
    var sawAnything = false

    var stat: DirectoryStat {
        DirectoryStat(
            device: device.number,
            inode: inode,
            born: born,
            volume: device.identity,
            fileSystem: device.type
        )
    }

    /// The catalogue's number of its file system.
    var volume: Int64 { device.volume }

    /// Whether files here keep their inode numbers, so that they can be told under other names.
    var hasStableInodes: Bool { FileSystemIdentity.hasStableInodes(device.type) }
}

/// What a ``WatchedTree`` keeps of a directory.
struct WatchedRow {
    let directory: Int64
    let inode: UInt64
    let born: Int64
    let number: UInt32
    var root: Int32
    /// Its position among the tree's devices.
    let device: UInt32
    var isUntrusted: Bool
    var sawAnything: Bool

    init(_ directory: WatchedDirectory) {
        (self.directory, number) = (directory.directory, directory.number)
        (inode, born) = (directory.inode, directory.born)
        root = Int32(clamping: directory.root)
        device = directory.device.position
        (isUntrusted, sawAnything) = (directory.isUntrusted, directory.sawAnything)
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
            sawAnything: sawAnything
        )
    }
}

/// The files the catalogue knows in a directory that is being listed; few are at a time.
final class DirectoryContents {
    var table: NameTable

    init(_ table: NameTable) {
        self.table = table
    }
}

/// What the directories of one file system have in common.
struct WatchedDevice {
    let number: UInt64
    /// Its `f_fsid` and its `statfs` type.
    let identity: UInt64
    let type: Int64
    /// The catalogue's number of it.
    let volume: Int64
    /// Where its tree keeps it.
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
