package import Kernel

/// One message from the watcher to the indexer.
///
/// On the wire a frame consists of its length in bytes (four bytes, little-endian, not counting themselves), a byte for
/// the kind of frame, and its fields in order: integers are little-endian, and a name extends to the end of the frame.
package enum WatchFrame: Equatable, Sendable {
    /// The first frame; the reader refuses a version it does not know.
    case hello(version: UInt32)
    /// A root is readable and is being watched as directory `node`.
    case rootOnline(root: UInt32, node: UInt32, directory: DirectoryStat)
    /// A root is not readable, is gone, or was replaced by another directory.
    ///
    /// `error`: Why it is not readable; 0 when another directory is at its path, which the next frame reports.
    case rootOffline(root: UInt32, error: Int32)
    /// A directory that was not known before.
    case directory(node: UInt32, parent: UInt32, directory: DirectoryStat, name: [UInt8])
    /// A known directory has another parent or name; everything below it moved along.
    case directoryMoved(node: UInt32, parent: UInt32, name: [UInt8])
    /// A directory can no longer be found anywhere, and neither can its contents.
    case directoryGone(node: UInt32)
    /// All media files of a directory follow as entries.
    case listingBegan(node: UInt32)
    /// A media file in its present state.
    case entry(node: UInt32, stat: FileStat, name: [UInt8])
    /// A name that no longer belongs to a media file; if it is empty, all names of a directory that was removed.
    case gone(node: UInt32, name: [UInt8])
    /// A file was renamed from or to a name that may belong to a media file.
    ///
    /// The entries and names that follow report the present state: the file may have been written or replaced before
    /// the rename, and renamed again since.
    case renamed(node: UInt32, name: [UInt8], toNode: UInt32, toName: [UInt8])
    /// The listing is over; if it failed, it says nothing about files it did not name.
    case listingEnded(node: UInt32, error: Int32)
    /// Everything seen has been emitted; `walks` counts the finished walks over all roots, `flushes` the
    /// ``WatchCommand/flush`` commands received before.
    case settled(walks: UInt32, flushes: UInt32)
    /// A walk over all roots begins.
    case walkBegan(reason: WalkReason)
    /// The numbers of directories, of watches and of permitted watches, and whether a user namespace, not the system,
    /// sets the limit.
    case watchLimit(needed: UInt32, used: UInt32, limit: UInt32, isOfNamespace: Bool = false)

    /// Media files in formats that are not read: how many there are, and how many of each extension, as `flv 2` in a
    /// line for each, the most first.
    case unsupported(count: UInt32, list: [UInt8])

    /// The version of the frames in this file.
    package static let version: UInt32 = 4
}

/// The reason why the watcher walks over all directories again.
package enum WalkReason: UInt8, Sendable {
    case start = 0
    case overflow = 1
    case requested = 2
    case mounts = 3
    case housekeeping = 4
}

/// The identity of a directory on disk.
package struct DirectoryStat: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
    package var born: Int64
    /// The file system's own identity (`f_fsid`), the same after a reboot where possible.
    package var volume: UInt64
    /// The file system's `statfs` type.
    package var fileSystem: Int64

    package init(device: UInt64, inode: UInt64, born: Int64, volume: UInt64, fileSystem: Int64) {
        self.device = device
        self.inode = inode
        self.born = born
        self.volume = volume
        self.fileSystem = fileSystem
    }

    /// Whether a directory is this one, and not another that has reused its inode number since.
    package func isSame(as found: FileStat) -> Bool {
        device == found.device && inode == found.inode && (born == 0 || born == found.born)
    }
}

extension WatchFrame {
    enum Tag: UInt8 {
        case hello = 1
        case rootOnline, rootOffline, directory, directoryMoved, directoryGone
        case listingBegan, entry, gone, listingEnded, settled, walkBegan, watchLimit, renamed,
            unsupported
    }

    /// Appends the frame with its length to `output`.
    package func append(to output: inout [UInt8]) {
        let start = output.count
        output.append(integer: UInt32(0))
        switch self {
        case .hello(let version):
            output.append(.hello, version)
        case .rootOnline(let root, let node, let directory):
            output.append(.rootOnline, root, node)
            output.append(directory)
        case .rootOffline(let root, let error):
            output.append(.rootOffline, root, UInt32(bitPattern: error))
        case .directory(let node, let parent, let directory, let name):
            output.append(.directory, node, parent)
            output.append(directory)
            output.append(contentsOf: name)
        case .directoryMoved(let node, let parent, let name):
            output.append(.directoryMoved, node, parent)
            output.append(contentsOf: name)
        case .directoryGone(let node):
            output.append(.directoryGone, node)
        case .listingBegan(let node):
            output.append(.listingBegan, node)
        case .entry(let node, let stat, let name):
            output.append(.entry, node)
            output.append(stat)
            output.append(contentsOf: name)
        case .gone(let node, let name):
            output.append(.gone, node)
            output.append(contentsOf: name)
        case .renamed(let node, let name, let toNode, let toName):
            output.append(.renamed, node, toNode, UInt32(name.count))
            output.append(contentsOf: name)
            output.append(contentsOf: toName)
        case .listingEnded(let node, let error):
            output.append(.listingEnded, node, UInt32(bitPattern: error))
        case .settled(let walks, let flushes):
            output.append(.settled, walks, flushes)
        case .walkBegan(let reason):
            output.append(Tag.walkBegan.rawValue)
            output.append(reason.rawValue)
        case .watchLimit(let needed, let used, let limit, let isOfNamespace):
            output.append(.watchLimit, needed, used, limit)
            output.append(isOfNamespace ? 1 : 0)
        case .unsupported(let count, let list):
            output.append(.unsupported, count)
            output.append(contentsOf: list)
        }
        output.finishFrame(from: start)
    }
}

extension [UInt8] {
    mutating func append<Integer: FixedWidthInteger>(integer: Integer) {
        unsafe Swift.withUnsafeBytes(of: integer.littleEndian) { unsafe append(contentsOf: $0) }
    }

    fileprivate mutating func append(_ tag: WatchFrame.Tag, _ fields: UInt32...) {
        append(tag.rawValue)
        for field in fields { append(integer: field) }
    }

    fileprivate mutating func append(_ directory: DirectoryStat) {
        append(integer: directory.device)
        append(integer: directory.inode)
        append(integer: directory.born)
        append(integer: directory.volume)
        append(integer: directory.fileSystem)
    }

    mutating func append(_ stat: FileStat) {
        append(integer: stat.device)
        append(integer: stat.inode)
        append(integer: stat.size)
        append(integer: stat.modified)
        append(integer: stat.changed)
        append(integer: stat.born)
        append(integer: stat.mode)
        append(integer: stat.links)
    }

    mutating func finishFrame(from start: Int) {
        let length = UInt32(count - start - 4).littleEndian
        unsafe Swift.withUnsafeBytes(of: length) {
            unsafe replaceSubrange(start..<start + 4, with: $0)
        }
    }

    /// Appends an entry frame from a name that is still in the kernel's buffer.
    mutating func appendEntry(node: UInt32, stat: FileStat, name: UnsafeBufferPointer<UInt8>) {
        let start = count
        append(integer: UInt32(0))
        append(WatchFrame.Tag.entry.rawValue)
        append(integer: node)
        append(stat)
        unsafe append(contentsOf: name)
        finishFrame(from: start)
    }
}
