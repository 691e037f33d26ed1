internal import Catalogue
internal import FolderWatch
internal import Kernel

/// The directories that the running watcher follows.
///
/// Each watcher numbers its directories from 1, so its numbers mean nothing to the next watcher. They are resolved here
/// while a frame is handled and are stored nowhere else: state that outlives a frame refers to a directory by the
/// catalogue's ID.
///
/// There may be a hundred thousand directories, so each is a row of one array.
final class WatchedTree {
    private var rows: [WatchedRow] = []
    private var byNumber = PositionTable()
    private var byDirectory = PositionTable()
    private var devices: [WatchedDevice] = []
    /// The roots in the watcher's order.
    private(set) var roots: [Int64] = []
    /// The roots with a directory on a file system that can lose a part of its files.
    private(set) var composedRoots: Set<Int64> = []
    /// The files known in directories whose listing is in progress or incomplete, by number.
    private var listings: [UInt32: DirectoryContents] = [:]

    /// Removes everything, for a new watcher.
    ///
    /// - Parameter roots: The IDs of the roots, in the new watcher's order.
    func reset(roots: [Int64]) {
        (rows, devices, listings, composedRoots) = ([], [], [:], [])
        (byNumber, byDirectory) = (PositionTable(), PositionTable())
        self.roots = roots
    }

    /// Returns the directory with one of the watcher's numbers; nil if the number is unknown or the directory is gone.
    func directory(inFrame number: UInt32) -> WatchedDirectory? {
        position(inFrame: number).map(directory)
    }

    /// Returns the followed directory with an ID in the catalogue.
    subscript(directory: Int64) -> WatchedDirectory? {
        position(of: directory).map(self.directory)
    }

    /// All followed directories.
    var all: some Sequence<WatchedDirectory> { rows.indices.lazy.map(directory) }

    /// Returns the device of a directory, shared by all directories on it.
    func device(of stat: DirectoryStat, volume: Int64) -> WatchedDevice {
        if let known = devices.last(where: { $0.isOf(stat, volume: volume) }) { return known }
        let new = WatchedDevice(stat, volume: volume, position: UInt32(devices.count))
        devices.append(new)
        return new
    }

    /// Adds a directory under one of the watcher's numbers.
    ///
    /// If two numbers refer to the same directory of the catalogue, the later one counts.
    func attach(_ directory: WatchedDirectory, as number: UInt32) {
        var directory = directory
        directory.number = number
        if RemoteFileSystem.canLoseParts(directory.device.type) {
            composedRoots.insert(directory.root)
        }
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

    /// Sets whether files found in a directory are ignored.
    func setUntrusted(_ isUntrusted: Bool, _ directory: WatchedDirectory) {
        guard let position = position(inFrame: directory.number) else { return }
        rows[position].isUntrusted = isUntrusted
    }

    /// Returns whether the nearest followed parent is untrusted or not completely listed.
    ///
    /// `parent`: Returns the parent of a directory of the catalogue.
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

    /// Records that something has been seen in a directory since its listing began.
    func recordEntry(in directory: WatchedDirectory) {
        guard !directory.hasSeenEntry, let position = position(inFrame: directory.number) else {
            return
        }
        rows[position].hasSeenEntry = true
    }

    /// Sets the root of a directory, if it is followed.
    func setRoot(_ root: Int64, of directory: Int64) {
        guard let position = position(of: directory) else { return }
        rows[position].root = Int32(clamping: root)
    }

    /// Removes and returns the directory with a number.
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

    /// Removes every directory of a root.
    func detach(root: Int64) {
        for directory in Array(all) where directory.root == root { _ = detach(directory.number) }
    }

    /// Returns the files known in a directory while its listing is in progress.
    func listing(of directory: WatchedDirectory) -> DirectoryContents? {
        listings.isEmpty ? nil : listings[directory.number]
    }

    func beginListing(of directory: WatchedDirectory, _ contents: DirectoryContents) {
        if let position = position(inFrame: directory.number) {
            rows[position].hasSeenEntry = false
        }
        listings[directory.number] = contents
    }

    /// Ends a complete listing.
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
