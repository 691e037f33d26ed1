/// A line of `/proc/self/mountinfo`: the same for the same disk at the same place, whenever it was mounted.
struct SimulatedMount: Hashable {
    private let place: [Int]
    private let source: [Int]

    init(_ source: SimulatedInode, over directory: SimulatedInode) {
        place = [Int(directory.disk.identity), directory.serial]
        self.source = [Int(source.disk.identity), source.serial]
    }
}
