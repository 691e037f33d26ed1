internal import Kernel

/// A disk below the folder of photos that comes and goes.
struct HouseholdCard {
    /// The directory that it is mounted over.
    let place: SimulatedInode
    let disk: SimulatedDisk
    var isMounted = false
    /// All that is on it was known when it was taken out.
    var isKnown = false
    /// What is on it while it is away.
    var files: [HouseholdFile] = []
    var directories: [SimulatedInode] = []
}

extension HouseholdCard {
    /// Makes a disk that holds a picture which nobody touches.
    ///
    /// What is known of a disk below the library is kept while it is away if a photo is on it, but not if it has
    /// sidecar files alone: its directory counts as empty then.
    init(_ disk: SimulatedDisk, over place: SimulatedInode, in kernel: SimulatedKernel) {
        (self.disk, self.place) = (disk, place)
        let entry = kernel.create(FileName("first.jpg"), in: disk.root)
        kernel.write(SimulatedContent(1 << 40, size: 1), to: entry.inode)
        kernel.close(entry)
        directories = [disk.root]
    }
}
