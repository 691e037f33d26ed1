internal import FolderWatch

/// A directory that the running watcher follows.
///
/// There may be a hundred thousand, so what most of them have in common is kept once.
final class WatchedDirectory {
    /// The catalogue's number.
    let directory: Int64
    private let inode: UInt64
    private let born: Int64
    let device: WatchedDevice
    /// The files the catalogue knows here, while the directory is being listed.
    var listing: DirectoryContents?
    var root: Int64
    /// The watcher's number.
    var number: UInt32 = 0
    /// Below something unmounted or replaced: what is known is kept, what is seen not believed.
    var isHeld: Bool
    var sawAnything = false

    init(directory: Int64, root: Int64, stat: DirectoryStat, on device: WatchedDevice, isHeld: Bool)
    {
        (self.directory, self.root, self.device) = (directory, root, device)
        (inode, born) = (stat.inode, stat.born)
        self.isHeld = isHeld
    }

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

/// The files the catalogue knows in a directory that is being listed; few are at a time.
final class DirectoryContents {
    var table: NameTable

    init(_ table: NameTable) {
        self.table = table
    }
}

/// What the directories of one file system have in common.
final class WatchedDevice {
    let number: UInt64
    /// Its `f_fsid` and its `statfs` type.
    let identity: UInt64
    let type: Int64
    /// The catalogue's number of it.
    let volume: Int64

    init(_ stat: DirectoryStat, volume: Int64) {
        (number, identity, type) = (stat.device, stat.volume, stat.fileSystem)
        self.volume = volume
    }

    func isOf(_ stat: DirectoryStat, volume: Int64) -> Bool {
        number == stat.device && identity == stat.volume && type == stat.fileSystem
            && self.volume == volume
    }
}

/// A file that could not be opened where it was seen; its directory may just have moved.
struct Retry {
    var stat: FileStat
    var next: Int64
    var tries = 0
}
