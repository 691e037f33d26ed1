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
    init(_ disk: SimulatedDisk, over place: SimulatedInode) {
        (self.disk, self.place) = (disk, place)
        directories = [disk.root]
    }
}
