internal import FolderWatch

/// The directories that the running watcher follows.
///
/// A watcher numbers its directories from 1 on, so the numbers of one mean nothing to the next. They are
/// looked up here while a frame is taken, and nothing else keeps one: what outlives the frame names a
/// directory by the catalogue's number. A new watcher is given a new tree.
struct WatchedTree {
    private var byNumber = DirectoryHash { UInt64($0.number) }
    private var byDirectory = DirectoryHash { UInt64(bitPattern: $0.directory) }
    private var devices: [WatchedDevice] = []
    /// The roots in the watcher's order.
    let roots: [Int64]

    init(roots: [Int64] = []) {
        self.roots = roots
    }

    /// The directory that a frame names; nil when it was never told or has gone.
    func directory(inFrame number: UInt32) -> WatchedDirectory? { byNumber[UInt64(number)] }

    /// The directory followed as this one of the catalogue.
    subscript(directory: Int64) -> WatchedDirectory? { byDirectory[UInt64(bitPattern: directory)] }

    /// Every directory a frame can name.
    var all: some Sequence<WatchedDirectory> { byNumber.all }

    /// The file system of a directory, the same for all that lie on it.
    mutating func device(of stat: DirectoryStat, volume: Int64) -> WatchedDevice {
        if let known = devices.last(where: { $0.isOf(stat, volume: volume) }) { return known }
        let new = WatchedDevice(stat, volume: volume)
        devices.append(new)
        return new
    }

    /// Notes that a number of the watcher's stands for a directory.
    ///
    /// Where two stand for one of the catalogue, the later is the one followed.
    mutating func attach(_ directory: WatchedDirectory, as number: UInt32) {
        directory.number = number
        byNumber.insert(directory)
        byDirectory.insert(directory)
    }

    /// Forgets a number; what it stood for is returned.
    mutating func detach(_ number: UInt32) -> WatchedDirectory? {
        guard let gone = byNumber.remove(UInt64(number)) else { return nil }
        if self[gone.directory] === gone {
            _ = byDirectory.remove(UInt64(bitPattern: gone.directory))
        }
        return gone
    }

    /// Forgets every directory of a root.
    mutating func detach(root: Int64) {
        byNumber.keep { $0.root != root }
        byDirectory.keep { $0.root != root }
    }
}
