internal import Kernel

/// One picture, wherever it goes, with what is known of its identity.
final class HouseholdFile {
    let number: Int
    /// The number of the asset it was at the last quiet point, be it part of another.
    var asset: Int64?
    /// Since then it was only moved.
    var isOnlyMoved = true {
        didSet { if !isOnlyMoved { hasStayed = false } }
    }
    /// Since then it was neither moved nor written to.
    var hasStayed = false
    /// Those whose places it took since then.
    var took: [HouseholdFile] = []
    /// Written to under one of several names.
    ///
    /// Nobody is told of the others then, and if that name goes before anyone could look, nothing is left to tell:
    /// such names stay until all is quiet.
    var isPinned = false
    var isOpen = false
    /// Another one came to a place it had left.
    var isReplaced = false
    /// Since then it was out of the folder, or on a disk that was away.
    var hasBeenAway = false
    /// Which of several names of one inode went where, nobody can tell.
    var isLinked = false
    /// There is, or was, a copy of it: which of the two a removed one comes back as, nobody can tell.
    var hasTwin = false
    /// The picture that it is a copy of, which has gone, and until when it goes on as that one.
    var original: (file: HouseholdFile, until: Int64)?
    /// Nil while it is gone.
    var entry: SimulatedEntry?
    /// By which it is being written to.
    var openEntry: SimulatedEntry?
    /// Its position among the files of the household.
    var index = 0

    init(_ number: Int, _ entry: SimulatedEntry) {
        (self.number, self.entry) = (number, entry)
    }

    var isPlain: Bool {
        isOnlyMoved && !isLinked && !hasTwin && original?.file.isReplaced != true
    }
}

extension Sequence<HouseholdFile> {
    /// Those of the pictures to which the rules give their old identity: it was only moved, and so was every
    /// picture whose place it took.
    ///
    /// If one of those is gone, the place's asset goes on with what is there now, as after an editor's rename, and that
    /// one's own asset is nowhere; then the same is true of the picture that took its place, and so on.
    func certain() -> Set<Int> {
        let plain = filter(\.isPlain)
        var sure = Set(plain.map(\.number))
        while true {
            let before = sure.count
            for file in plain where file.took.contains(where: { !sure.contains($0.number) }) {
                sure.remove(file.number)
            }
            if sure.count == before { return sure }
        }
    }
}
