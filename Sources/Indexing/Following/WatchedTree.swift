internal import Catalogue
internal import FolderWatch
internal import Kernel

/// The directories that the running watcher follows.
///
/// A watcher numbers its directories from 1 on, so the numbers of one mean nothing to the next. They are
/// looked up here while a frame is taken, and nothing else keeps one: what outlives the frame names a
/// directory by the catalogue's number.
///
/// There may be a hundred thousand, so each is a row of one array.
final class WatchedTree {
    private var rows: [WatchedRow] = []
    private var byNumber = PositionTable()
    private var byDirectory = PositionTable()
    private var devices: [WatchedDevice] = []
    /// The roots in the watcher's order.
    private(set) var roots: [Int64] = []
    /// The files the catalogue knows in the directories that are being listed, or were not listed whole, by number.
    private var listings: [UInt32: DirectoryContents] = [:]

    /// Forgets everything: a new watcher numbers its directories from 1 on.
    ///
    /// - Parameter roots: The roots in the new watcher's order.
    func reset(roots: [Int64]) {
        (rows, devices, listings) = ([], [], [:])
        (byNumber, byDirectory) = (PositionTable(), PositionTable())
        self.roots = roots
    }

    /// The directory that a frame names; nil when it was never told or has gone.
    func directory(inFrame number: UInt32) -> WatchedDirectory? {
        position(inFrame: number).map(directory)
    }

    /// The directory followed as this one of the catalogue.
    subscript(directory: Int64) -> WatchedDirectory? {
        position(of: directory).map(self.directory)
    }

    /// Every directory a frame can name.
    var all: some Sequence<WatchedDirectory> { rows.indices.lazy.map(directory) }

    /// The file system of a directory, the same for all that lie on it.
    func device(of stat: DirectoryStat, volume: Int64) -> WatchedDevice {
        if let known = devices.last(where: { $0.isOf(stat, volume: volume) }) { return known }
        let new = WatchedDevice(stat, volume: volume, position: UInt32(devices.count))
        devices.append(new)
        return new
    }

    /// Notes that a number of the watcher's stands for a directory.
    ///
    /// Where two stand for one of the catalogue, the later is the one followed.
    func attach(_ directory: WatchedDirectory, as number: UInt32) {
        var directory = directory
        directory.number = number
        if let known = position(inFrame: number) {
            byDirectory.remove(known) { [rows] in Self.hash(rows[$0].directory) }
            rows[known] = WatchedRow(directory)
            follow(known)
        } else {
            rows.append(WatchedRow(directory))
            byNumber.insert(rows.count - 1) { [rows] in UInt64(rows[$0].number) }
            follow(rows.count - 1)
        }
    }

    /// Notes whether what is seen in a directory is to be believed.
    func setUntrusted(_ isUntrusted: Bool, _ directory: WatchedDirectory) {
        guard let position = position(inFrame: directory.number) else { return }
        rows[position].isUntrusted = isUntrusted
    }

    /// Whether the next directory above that is followed is not to be believed, or was not listed whole.
    ///
    /// `parent`: The directory above one of the catalogue's.
    func isUntrusted(above directory: DirectoryRecord, parent: (Int64) -> Int64?) -> Bool {
        var current = directory.parent
        while let id = current {
            if let followed = self[id] {
                return followed.isUntrusted || listing(of: followed) != nil
            }
            current = parent(id)
        }
        return false
    }

    /// Notes that something was seen in a directory since its listing began.
    func noteAnything(in directory: WatchedDirectory) {
        guard !directory.sawAnything, let position = position(inFrame: directory.number) else {
            return
        }
        rows[position].sawAnything = true
    }

    /// Notes that a directory, when it is followed, hangs from another root now.
    func setRoot(_ root: Int64, of directory: Int64) {
        guard let position = position(of: directory) else { return }
        rows[position].root = Int32(clamping: root)
    }

    /// Forgets a number; what it stood for is returned.
    func detach(_ number: UInt32) -> WatchedDirectory? {
        guard let position = position(inFrame: number) else { return nil }
        let gone = directory(position)
        listings[number] = nil
        byNumber.remove(position) { [rows] in UInt64(rows[$0].number) }
        byDirectory.remove(position) { [rows] in Self.hash(rows[$0].directory) }
        // The last row fills the gap.
        let last = rows.count - 1
        byNumber.move(last, to: position) { [rows] in UInt64(rows[$0].number) }
        byDirectory.move(last, to: position) { [rows] in Self.hash(rows[$0].directory) }
        rows[position] = rows[last]
        rows.removeLast()
        return gone
    }

    /// Forgets every directory of a root.
    func detach(root: Int64) {
        for directory in Array(all) where directory.root == root { _ = detach(directory.number) }
    }

    /// The files the catalogue knows in a directory, while it is being listed.
    func listing(of directory: WatchedDirectory) -> DirectoryContents? {
        listings.isEmpty ? nil : listings[directory.number]
    }

    func beginListing(of directory: WatchedDirectory, _ contents: DirectoryContents) {
        if let position = position(inFrame: directory.number) { rows[position].sawAnything = false }
        listings[directory.number] = contents
    }

    /// A directory was listed whole.
    func endListing(of directory: WatchedDirectory) { listings[directory.number] = nil }
}

extension WatchedTree {
    private func position(inFrame number: UInt32) -> Int? {
        byNumber.position(UInt64(number)) { [rows] in rows[$0].number == number }
    }

    private func position(of directory: Int64) -> Int? {
        byDirectory.position(Self.hash(directory)) { [rows] in rows[$0].directory == directory }
    }

    private static func hash(_ directory: Int64) -> UInt64 { UInt64(bitPattern: directory) }

    private func follow(_ position: Int) {
        if let known = self.position(of: rows[position].directory) {
            byDirectory.remove(known) { [rows] in Self.hash(rows[$0].directory) }
        }
        byDirectory.insert(position) { [rows] in Self.hash(rows[$0].directory) }
    }

    private func directory(_ position: Int) -> WatchedDirectory {
        rows[position].directory(on: devices)
    }
}
