internal import Glibc
internal import Kernel
internal import PhotoModel
internal import TestSupport

/// People who do things to a folder of photos, and what has to be true of it afterwards.
///
/// The tree is that of a ``SimulatedKernel``; beside it is kept who each picture is.
final class Household {
    let kernel: SimulatedKernel
    /// The folder of photos, and one beside it on the same disk that nobody looks at.
    let root: SimulatedInode
    let outside: SimulatedInode
    private var random: SplitMix
    /// From which the streams of operations follow.
    private let stream: UInt64
    /// Called with what is done.
    var tell: ((String) -> Void)?
    /// The pictures in the folder.
    var files: [HouseholdFile] = []
    var directories: [SimulatedInode] = []
    /// Files that are being written to.
    var slow: [HouseholdFile] = []
    /// What was begun and takes several steps, with time between them.
    var chores: [HouseholdChore] = []
    /// A disk below the folder that comes and goes; nil when there is none.
    var card: HouseholdCard?
    /// Directories that were moved out of the folder, with the pictures in them.
    var away: [(directory: SimulatedInode, files: [HouseholdFile])] = []
    /// Those that left a place since the last quiet point.
    var departed: [Place: [HouseholdFile]] = [:]
    var lastNumber = 0
    private var lastContent: UInt64 = 0
    private var habits = HouseholdHabits()

    struct Place: Hashable {
        let disk: UInt64
        let directory: Int
        let name: FileName

        init(_ directory: SimulatedInode, _ name: FileName) {
            disk = directory.disk.identity
            (self.directory, self.name) = (directory.serial, name)
        }

        /// Whether it lies in a directory itself.
        func isIn(_ directory: SimulatedInode) -> Bool {
            disk == directory.disk.identity && self.directory == directory.serial
        }
    }

    init(
        _ kernel: SimulatedKernel,
        root: SimulatedInode,
        outside: SimulatedInode,
        random: SplitMix
    ) {
        (self.kernel, self.root, self.outside, self.random) = (kernel, root, outside, random)
        stream = self.random.next()
        directories = [root]
        habits = HouseholdHabits(using: &self.random)
    }

    func dice(_ sides: Int) -> Int { Int(random.next(upperBound: UInt64(sides))) }

    func chance(_ percent: Int) -> Bool { dice(100) < percent }

    func pick<Element>(_ list: [Element]) -> Element? {
        list.isEmpty ? nil : list[dice(list.count)]
    }

    /// Does one thing to the folder.
    ///
    /// - Parameter number: Which of the household's operations it is. Each draws from a stream of its own, so that it
    ///   does not depend on whether others are left out.
    func act(_ number: Int) {
        random = SplitMix(state: stream &+ UInt64(number) &* 0xD6E8_FEB8_6659_FD93)
        let action = habits.pick(hasBegun: !chores.isEmpty, using: &random)
        _ = action(self)
    }

    /// Bytes that no file had before.
    func newContent(isEmpty: Bool = false) -> SimulatedContent {
        lastContent += 1
        return SimulatedContent(lastContent, size: isEmpty ? 0 : UInt64(1 + dice(200_000)))
    }

    // MARK: Who is where

    func insert(_ file: HouseholdFile) {
        file.index = files.count
        files.append(file)
    }

    func forget(_ file: HouseholdFile) {
        file.hasBeenAway = true
        let last = files.removeLast()
        if last !== file {
            last.index = file.index
            files[file.index] = last
        }
    }

    /// A picture is at the place its name says now.
    func arrived(_ file: HouseholdFile) {
        guard let entry = file.entry else { return }
        // Nobody is told of what is done to it there.
        if !entry.name.isMedia { file.isOnlyMoved = false }
        // Of several pictures that had the place, each may be the one the catalogue knew there.
        for other in departed[Place(entry.parent, entry.name)] ?? [] {
            other.isReplaced = true
            if !file.took.contains(where: { $0 === other }) { file.took.append(other) }
        }
    }

    /// A picture is about to leave its place.
    func leaves(_ file: HouseholdFile) {
        guard let entry = file.entry else { return }
        // Where numbers do not stay with files, who has moved is told by content alone.
        if !entry.inode.disk.hasStableInodes { file.isOnlyMoved = false }
        file.hasStayed = false
        // Of a copy that nobody has seen where it was made, nobody can tell which it is where it comes to.
        if file.original != nil { file.isOnlyMoved = false }
        departed[Place(entry.parent, entry.name), default: []].append(file)
    }

    func written(_ file: HouseholdFile) {
        (file.isOnlyMoved, file.isPinned) = (false, file.isLinked)
    }

    func file(_ entry: SimulatedEntry) -> HouseholdFile? { entry.owner as? HouseholdFile }

    /// Whether a picture is in the folder, and not removed or on a disk that is away.
    func isHere(_ file: HouseholdFile) -> Bool {
        files.indices.contains(file.index) && files[file.index] === file
    }

    /// The pictures in a directory and below it.
    func files(below directory: SimulatedInode) -> [HouseholdFile] {
        files.filter { $0.entry.map { directory.contains($0.parent) } ?? false }
    }

    func path(_ entry: SimulatedEntry?) -> String { entry?.path ?? "nowhere" }
}
