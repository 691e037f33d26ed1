internal import Kernel

/// Identifies a directory whose watch was lost.
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
