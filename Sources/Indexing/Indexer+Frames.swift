internal import Catalogue
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import Logging

extension Indexer {
    /// Takes one frame of the watcher.
    func handle(_ frame: WatchFrame) throws {
        if frame.isNews { (isSettled, mayConclude) = (false, false) }
        switch frame {
        case .hello: progress.isFollowing = true
        case .rootOnline(let root, let node, let stat):
            try writer.write { try rootCame(tree.roots[Int(root)], node, stat) }
        case .rootOffline(let root, let error):
            try writer.write { try rootWent(tree.roots[Int(root)], error) }
        case .directory(let node, let parent, let stat, let name):
            try writer.write { try directoryCame(node, in: parent, stat, name) }
        case .directoryMoved(let node, let parent, let name):
            try writer.write { try directoryMoved(node, to: parent, name) }
        case .directoryGone(let node): try directoryWent(node)
        case .listingBegan(let node): try listingBegan(node)
        case .entry(let node, let stat, let name): try entry(node, stat, name)
        case .gone(let node, let name): gone(node, name)
        case .listingEnded(let node, let error): try listingEnded(node, error)
        case .settled(let walks, let flushes): try watcherSettled(walks, flushes)
        case .walkBegan(let reason): try walkBegan(reason)
        case .watchLimit(let needed, let used, let limit):
            try watchLimit(needed: Int(needed), used: Int(used), limit: Int(limit))
        }
    }

    private func walkBegan(_ walk: WalkReason) throws {
        beginWalk()
        switch walk {
        case .start: break
        case .overflow:
            logger.warning("the kernel's event queue overflowed; re-checking everything")
            reason = .overflow
        case .requested: break
        case .mounts, .housekeeping: reason = .timer
        }
        try writer.write {
            for root in tree.roots where writer.roots[root]?.state != .offline {
                let state: LibraryState = reason == .start ? .indexing : .rescanning
                try writer.setState(root, state, reason)
            }
        }
    }

    private func watcherSettled(_ count: UInt32, _ flushes: UInt32) throws {
        flushesAnswered = flushes
        let isAfterWalk = count > walks
        if hasReturned || (isAfterWalk && (isFirstWalk || isPartlyOffline)) {
            try writer.query { try findUnnamed() }
        }
        hasReturned = false
        walks = max(walks, count)
        isSettled = true
    }

    /// Whether a root is offline although its folder is there: a part of it is not, or was not when it was looked at.
    private var isPartlyOffline: Bool {
        tree.roots.contains { writer.roots[$0]?.state == .offline && isFollowed($0) }
    }

    /// Whether the folder of a root is the known one, and is followed.
    private func isFollowed(_ root: Int64) -> Bool {
        guard let record = writer.roots[root], let folder = tree[record.directory] else {
            return false
        }
        return !folder.isHeld
    }

    /// Directories the catalogue has and a whole walk did not meet are gone, or on a disk that is away: that is found
    /// out before anything is removed.
    private func findUnnamed() throws {
        let followed = Set(tree.roots.filter(isFollowed))
        for record in writer.directories.values where !record.isRemoved {
            guard record.parent != nil, tree[record.id] == nil, followed.contains(record.root),
                !isBelowHeld(record)
            else { continue }
            goneDirectories.insert(record.id)
            try vanishFiles(of: record.id)
        }
    }

    /// Whether an ancestor is held or was not listed whole.
    func isBelowHeld(_ record: DirectoryRecord) -> Bool {
        var current = record.parent
        while let id = current {
            if let followed = tree[id] {
                return followed.isHeld || tree.listing(of: followed) != nil
            }
            current = writer.directories.parent(of: id)
        }
        return false
    }

    private func watchLimit(needed: Int, used: Int, limit: Int) throws {
        let isShort = used < needed
        let wasShort = limitDetail != nil
        limitDetail =
            isShort
            ? """
            \(needed) directories need a watch, \(used) have one, the system allows \(limit); \
            the others are looked at by timer. Raise the limit: \
            sudo sysctl fs.inotify.max_user_watches=\(max(needed * 2, limit * 2))
            """ : nil
        if let limitDetail { logger.warning("\(limitDetail)") }
        try writer.write {
            try writer.setStatus("watchesNeeded", "\(needed)")
            try writer.setStatus("watchesUsed", "\(used)")
            try writer.setStatus("watchLimit", "\(limit)")
            guard !isWalking, isShort || wasShort else { return }
            for root in tree.roots where writer.roots[root]?.state != .offline {
                try sayOnline(root)
            }
        }
    }

    /// A root that is caught up with is online, or degraded when it is not all watched.
    func sayOnline(_ root: Int64) throws {
        if let limitDetail {
            try writer.setState(root, .degraded, .watchLimit, detail: limitDetail)
        } else if let kind = remoteKind(root) {
            try writer.setState(
                root,
                .degraded,
                reason,
                detail: "\(kind) does not tell of changes made elsewhere; the folder is looked "
                    + "over by timer"
            )
        } else {
            try writer.setState(root, .online, reason)
        }
    }

    private func remoteKind(_ root: Int64) -> String? {
        tree.all.lazy.filter { $0.root == root }
            .compactMap { Self.remoteFileSystems[$0.stat.fileSystem] }.first
    }

    /// File systems on which others can change files behind inotify's back: linux/magic.h.
    package static let remoteFileSystems: [Int64: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB",
        0x0102_1997: "9p", 0x6573_5546: "FUSE",
    ]
}

extension WatchFrame {
    fileprivate var isNews: Bool {
        switch self {
        case .settled, .hello, .watchLimit: false
        default: true
        }
    }
}
