internal import Glibc
internal import Kernel

/// Files, directories, mounts and what inotify tells of them: as Linux has them, and the same each time.
///
/// Processes see it through ``SimulatedProcess``; what users do is in `SimulatedKernel+Changes`.
package final class SimulatedKernel {
    /// Microseconds since 1970; those of the monotonic clock are as many.
    package var time: Int64 = 1_700_000_000_000_000
    package let disk: SimulatedDisk
    package let root: SimulatedInode
    /// Each watch of every process counts: `fs.inotify.max_user_watches`.
    package var watchLimit = 65_536
    /// Called before each call of a process that looks at files, with what it is about to do: who changes files there
    /// does so in the middle of what the process does.
    package var onCall: (() -> Void)?
    /// Called when a disk was mounted or unmounted.
    package var onMount: (() -> Void)?
    /// Called when those who watch have been told of the first half of a move: the kernel tells of the two one after
    /// the other, and a process may read in between.
    package var onHalfMove: (() -> Void)?
    /// What is not as it should be.
    package var faults = FaultPlan(nil)
    var cookie: UInt32 = 0
    /// What is mounted where, as `/proc/self/mountinfo` tells.
    private(set) var mountTable: [SimulatedMount] = []
    /// Those that were ever mounted, which their inodes do not keep.
    private var disks: [SimulatedDisk] = []
    /// Watches that nobody told anything yet.
    var lateWatches: [(queue: SimulatedInotify, inode: SimulatedInode, mask: UInt32)] = []
    private var lastMount: UInt64 = 1
    /// How many names were placed.
    private(set) var lastPlaced = 0
    private var positions: any RandomNumberGenerator

    package init(_ kind: SimulatedDisk.Kind, random: any RandomNumberGenerator) {
        disk = SimulatedDisk(kind, identity: 1)
        (root, positions) = (disk.root, random)
        disk.mounts = 1
    }

    /// From here on the watches tell that were placed too late.
    func beginLateWatches() {
        for (queue, inode, mask) in lateWatches where inode.links > 0 {
            _ = queue.add(inode, mask)
        }
        lateWatches = []
    }

    /// Nanoseconds since 1970.
    var nanoseconds: Int64 { time * 1_000 }

    /// Decides where a listing comes by a new name.
    func place(_ entry: SimulatedEntry) {
        lastPlaced += 1
        entry.place(at: positions.next() >> 2 | 1, lastPlaced)
    }

    /// A directory as it is seen: that of a disk that was mounted over it.
    func visible(_ inode: SimulatedInode) -> SimulatedInode { cross(from: inode).inode }

    /// What is seen in place of a directory, and by which mount if by one.
    private func cross(from inode: SimulatedInode) -> (inode: SimulatedInode, mount: UInt64?) {
        var (seen, mount): (SimulatedInode, UInt64?) = (inode, nil)
        while let mounted = seen.mounted { (seen, mount) = (mounted, seen.mount) }
        return (seen, mount)
    }

    /// Finds what a path leads to.
    package func find(_ path: [UInt8], below start: SimulatedInode? = nil) -> SimulatedInode? {
        entry(path, below: start)?.inode
    }

    /// Finds what a path leads to, with its name unless it is the root of a disk, and the mount that it is reached by:
    /// `mount` is that of `start`.
    func entry(
        _ path: [UInt8],
        below start: SimulatedInode?,
        by mount: UInt64 = 0
    ) -> (inode: SimulatedInode, entry: SimulatedEntry?, mount: UInt64)? {
        let top = cross(from: root)
        let isRelative = path.first != 0x2F && start != nil
        var inode = isRelative ? start ?? top.inode : top.inode
        var mount = isRelative ? mount : top.mount ?? 0
        var name = inode.entry
        for part in path.split(separator: 0x2F) where !part.elementsEqual([0x2E]) {
            guard let entry = inode.entry(foundBy: FileName(Array(part))) else { return nil }
            let seen = cross(from: entry.inode)
            (inode, mount) = (seen.inode, seen.mount ?? mount)
            name = inode === entry.inode ? entry : nil
        }
        return (inode, name, mount)
    }

    /// Mounts a disk over a directory.
    package func mount(_ disk: SimulatedDisk, over directory: SimulatedInode) {
        if !disks.contains(where: { $0 === disk }) { disks.append(disk) }
        if disk.holders == 0, !disk.isMounted { disk.device = freeDevice }
        bind(disk.root, over: directory)
    }

    /// The first number of a device that no disk has: that of one which is gone is given to the next.
    private var freeDevice: UInt64 {
        let taken = Set(disks.filter { $0.isMounted || $0.holders > 0 }.map(\.device))
        return (101...).first { !taken.contains($0) } ?? 0
    }

    /// Shows a directory in place of another one as well.
    func bind(_ source: SimulatedInode, over directory: SimulatedInode) {
        source.disk.mounts += 1
        let over = visible(directory)
        lastMount += 1
        (over.mounted, over.mount) = (source, lastMount)
        mountTable.append(SimulatedMount(source, over: directory))
        onMount?()
    }

    /// Takes a disk from where it is mounted; what is open on it stays open.
    package func unmount(_ disk: SimulatedDisk, from directory: SimulatedInode) {
        unbind(disk.root, from: directory)
    }

    /// No longer shows a directory in place of another one.
    func unbind(_ source: SimulatedInode, from directory: SimulatedInode) {
        var over = directory
        while let mounted = over.mounted, mounted !== source { over = mounted }
        guard over.mounted === source else { return }
        over.mounted = nil
        source.disk.mounts -= 1
        let mount = SimulatedMount(source, over: directory)
        if let index = mountTable.lastIndex(of: mount) { mountTable.remove(at: index) }
        if source.disk.holders == 0, !source.disk.isMounted { endWatches(on: source.disk.root) }
        onMount?()
    }

    /// Keeps an inode, and the directory of the name that it was opened by.
    func hold(_ inode: SimulatedInode, _ entry: SimulatedEntry?) {
        inode.holders += 1
        inode.disk.holders += 1
        entry?.holders += 1
    }

    func letGo(_ inode: SimulatedInode, _ entry: SimulatedEntry?) {
        inode.holders -= 1
        if let entry {
            entry.holders -= 1
            if entry.isUnlinked, entry.holders == 0 { letGo(entry.parent, entry.parent.entry) }
        }
        inode.disk.holders -= 1
        if inode.links == 0 { evict(inode) }
        if inode.disk.holders == 0, !inode.disk.isMounted { endWatches(on: inode.disk.root) }
    }

    /// The file system is gone: `fsnotify_unmount_inodes`.
    private func endWatches(on inode: SimulatedInode) {
        for watch in inode.watches {
            watch.queue.queue(UInt32(IN_UNMOUNT), watch.number, nil)
            watch.queue.end(watch)
        }
        for entry in inode.entries.values.sorted(by: { $0.position < $1.position })
        where entry.inode.kind == .directory {
            endWatches(on: entry.inode)
        }
    }

    /// Nothing leads to an inode any more: it ends, with its watches.
    func evict(_ inode: SimulatedInode) {
        guard inode.links == 0, inode.holders == 0 else { return }
        notify(inode, UInt32(IN_DELETE_SELF))
        for watch in inode.watches { watch.queue.end(watch) }
        inode.disk.release(inode)
        inode.lastEntry = nil
    }
}
