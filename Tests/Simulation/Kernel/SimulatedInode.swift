package import Kernel

/// A file or directory of a ``SimulatedDisk``, whatever names it has.
package final class SimulatedInode {
    package enum Kind: Sendable {
        case directory
        case file
        /// A pipe, a device, a symbolic link: nothing that could hold a picture.
        case other
    }

    package let number: UInt64
    /// Counts all inodes of the disk, those of one number too.
    package let serial: Int
    package let kind: Kind
    unowned let disk: SimulatedDisk
    package internal(set) var links: UInt32
    package internal(set) var content = SimulatedContent()
    /// Nanoseconds since 1970, as the disk keeps them.
    package internal(set) var modified: Int64
    package internal(set) var changed: Int64
    let born: Int64
    /// Whether others than its owner may list or read it.
    package var isReadable = true
    /// The names in a directory.
    package internal(set) var entries: [FileName: SimulatedEntry] = [:]
    /// The name of a directory; nil for that of a disk's root.
    package internal(set) weak var entry: SimulatedEntry?
    /// That name once it is gone, until the directory ends.
    var lastEntry: SimulatedEntry?
    var watches: [SimulatedWatch] = []
    /// Descriptors and working directories that keep it.
    var holders = 0
    /// The directory that is seen in place of this one: the root of a disk, or one that is bound over it.
    var mounted: SimulatedInode?
    /// The number of the mount by which it is.
    var mount: UInt64 = 0
    /// Its content was written anew and nothing that a look can see is another.
    package internal(set) var isUndetectable = false

    init(_ number: UInt64, serial: Int, _ kind: Kind, on disk: SimulatedDisk, at time: Int64) {
        (self.number, self.serial, self.kind, self.disk) = (number, serial, kind, disk)
        links = kind == .directory ? 2 : 1
        (modified, changed, born) = (time, time, disk.kind.keepsBirth ? time : 0)
    }

    /// What `statx(2)` says of it.
    package var stat: FileStat {
        let type: UInt32 =
            switch kind {
            case .directory: 0o040000
            case .file: 0o100000
            case .other: 0o010000
            }
        return FileStat(
            device: disk.device,
            inode: number,
            size: kind == .directory ? 4_096 : content.size,
            modified: modified,
            changed: changed,
            born: born,
            mode: type | (kind == .directory ? 0o755 : 0o644),
            links: links
        )
    }

    /// The entry of a directory that is found by a name.
    func entry(foundBy name: FileName) -> SimulatedEntry? {
        if let entry = entries[name] { return entry }
        guard disk.kind.foldsCase else { return nil }
        let folded = name.description.lowercased()
        return entries.values.filter { $0.name.description.lowercased() == folded }
            .min { $0.position < $1.position }
    }

    /// How many directories it lies in.
    package var depth: Int {
        var (depth, current) = (0, entry?.parent)
        while let inode = current { (depth, current) = (depth + 1, inode.entry?.parent) }
        return depth
    }

    /// Whether a directory of the tree is this one or lies below it; mounts are not crossed.
    package func contains(_ other: SimulatedInode) -> Bool {
        var current: SimulatedInode? = other
        while let inode = current {
            if inode === self { return true }
            current = inode.entry?.parent
        }
        return false
    }
}

/// A name in a directory: the kernel's dentry.
package final class SimulatedEntry {
    package internal(set) unowned var parent: SimulatedInode
    package internal(set) var name: FileName
    package let inode: SimulatedInode
    /// Where a listing comes by it: `d_off`.
    private(set) var position: UInt64 = 0
    /// The number of names that had been placed when this one was.
    private(set) var placed = 0
    /// What whoever makes it keeps beside it.
    package weak var owner: AnyObject?
    /// The name is gone, or another's.
    package internal(set) var isUnlinked = false
    /// ``parent`` once the name is gone from it.
    var lastParent: SimulatedInode?
    /// Descriptors that were opened by this name; they keep the directory of a name that is gone.
    var holders = 0

    init(_ name: FileName, in parent: SimulatedInode, _ inode: SimulatedInode) {
        (self.name, self.parent, self.inode) = (name, parent, inode)
    }

    func place(at position: UInt64, _ placed: Int) {
        (self.position, self.placed) = (position, placed)
    }
}

extension SimulatedEntry {
    /// Where it lies on its disk, for people.
    package var path: String {
        var names = [name.description]
        var current = parent.entry
        while let entry = current {
            names.append(entry.name.description)
            current = entry.parent.entry
        }
        return "/" + names.reversed().joined(separator: "/")
    }
}

/// What a simulated file says.
package struct SimulatedContent: Hashable, Sendable {
    /// Stands for the bytes: two files of one number and size are copies of each other.
    package var number: UInt64
    package var size: UInt64

    package init(_ number: UInt64 = 0, size: UInt64 = 0) {
        (self.number, self.size) = (number, size)
    }
}
