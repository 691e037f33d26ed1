internal import Kernel

/// What a directory is recognised by when its watch is lost.
struct InodeKey: Hashable {
    let device: UInt64
    let inode: UInt64
    let born: Int64

    init(_ stat: FileStat) {
        (device, inode, born) = (stat.device, stat.inode, stat.born)
    }

    init(_ stat: DirectoryStat) {
        (device, inode, born) = (stat.device, stat.inode, stat.born)
    }
}
