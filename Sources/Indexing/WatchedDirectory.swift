internal import FolderWatch

/// A directory that the running watcher follows.
final class WatchedDirectory {
    /// The catalogue's number.
    let directory: Int64
    var root: Int64
    let stat: DirectoryStat
    let volume: Int64
    /// Below something unmounted or replaced: what is known is kept, what is seen not believed.
    var isHeld: Bool
    /// The files the catalogue knows here, while the directory is being listed.
    var listing: NameTable?
    var sawAnything = false

    init(directory: Int64, root: Int64, stat: DirectoryStat, volume: Int64, isHeld: Bool) {
        self.directory = directory
        self.root = root
        self.stat = stat
        self.volume = volume
        self.isHeld = isHeld
    }

    /// Whether files here keep their inode numbers, so that they can be told under other names.
    var hasStableInodes: Bool { FileSystemIdentity.hasStableInodes(stat.fileSystem) }
}

/// A file that could not be opened where it was seen; its directory may just have moved.
struct Retry {
    var stat: FileStat
    var next: Int64
    var tries = 0
}
