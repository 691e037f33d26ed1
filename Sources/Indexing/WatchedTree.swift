/// The directories that the running watcher follows.
///
/// A watcher numbers its directories from 1 on, so the numbers of one mean nothing to the next. They are
/// looked up here while a frame is taken, and nothing else keeps one: what outlives the frame names a
/// directory by the catalogue's number. A new watcher is given a new tree.
struct WatchedTree {
    private var byNumber: [UInt32: WatchedDirectory] = [:]
    private var byDirectory: [Int64: WatchedDirectory] = [:]
    /// The roots in the watcher's order.
    let roots: [Int64]

    init(roots: [Int64] = []) {
        self.roots = roots
    }

    /// The directory that a frame names; nil when it was never told or has gone.
    func directory(inFrame number: UInt32) -> WatchedDirectory? { byNumber[number] }

    /// The directory followed as this one of the catalogue.
    subscript(directory: Int64) -> WatchedDirectory? { byDirectory[directory] }

    /// Every directory a frame can name.
    var all: some Collection<WatchedDirectory> { byNumber.values }

    /// Notes that a number of the watcher's stands for a directory.
    ///
    /// Where two stand for one of the catalogue, the later is the one followed.
    mutating func attach(_ directory: WatchedDirectory, as number: UInt32) {
        byNumber[number] = directory
        byDirectory[directory.directory] = directory
    }

    /// Forgets a number; what it stood for is returned.
    mutating func detach(_ number: UInt32) -> WatchedDirectory? {
        guard let gone = byNumber.removeValue(forKey: number) else { return nil }
        if byDirectory[gone.directory] === gone { byDirectory[gone.directory] = nil }
        return gone
    }

    /// Forgets every directory of a root.
    mutating func detach(root: Int64) {
        byNumber = byNumber.filter { $0.value.root != root }
        byDirectory = byDirectory.filter { $0.value.root != root }
    }
}
