internal import Kernel
internal import PhotoModel
package import Catalogue
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Logging

extension Indexer {
    /// Adds folders to the library's roots, so that the feed names them from its first line on.
    ///
    /// Throws ``IndexingError`` when one lies in another, or when there is none at all.
    package static func addRoots(_ paths: [[UInt8]], to writer: CatalogueWriter) throws {
        try writer.write {
            let known = writer.roots.values.map(\.path)
            let new = paths.filter { !known.contains($0) }
            for (index, path) in new.enumerated() {
                for other in known + new[..<index] { try refuseOverlap(path, other) }
            }
            for path in new { _ = try writer.addRoot(path) }
        }
        guard !writer.roots.isEmpty else {
            throw IndexingError(
                .noRoots,
                "the library has no folders yet; name one: heliograph watch DIR"
            )
        }
        try writer.commit()
    }

    private static func refuseOverlap(_ path: [UInt8], _ other: [UInt8]) throws {
        let slash = UInt8(ascii: "/")
        guard path.starts(with: other + [slash]) || other.starts(with: path + [slash]) else {
            return
        }
        let (new, old) = (PrintableText.line(path), PrintableText.line(other))
        throw IndexingError(
            .overlappingRoots,
            "\(new) and the root \(old) lie one in the other; forget that one first with: "
                + "heliograph roots remove \(ShellWord.quoted(other))"
        )
    }

    func rootCame(_ root: Int64, _ node: UInt32, _ stat: DirectoryStat) throws {
        guard let record = writer.roots[root], var directory = writer.directories[record.directory]
        else { return }
        let volume = try writer.volume(stat.volume)
        let inode = Int64(bitPattern: stat.inode)
        let isKnown = directory.volume == volume && directory.inode == inode
        let isEstablished = try isEstablished(root, directory)
        let isNew = directory.inode == 0 || !isEstablished || options.acceptsReplacedRoots
        let isHeld = !isKnown && !isNew
        if !isKnown, isNew {
            (directory.volume, directory.inode, directory.born) = (volume, inode, stat.born)
            try writer.update(directory)
        }
        register(
            WatchedDirectory(
                directory: directory.id,
                inode: stat.inode,
                born: stat.born,
                device: tree.device(of: stat, volume: volume),
                root: root,
                isHeld: isHeld
            ),
            as: node
        )
        if isHeld {
            try hold(
                root,
                .replaced,
                "another directory is at this path; everything known is kept. If it is meant to "
                    + "be the library's folder now, start once with --accept-root"
            )
        } else {
            noteReturn()
            try writer.setState(
                root,
                isFirstWalk && reason == .start ? .indexing : .rescanning,
                reason
            )
        }
    }

    /// A folder that comes in the middle of following is looked at whole, which is a walk that nobody asked for.
    private func noteReturn() {
        // In the middle of a first walk too: that may have come to its end without the folder.
        hasReturned = true
        guard !isFirstWalk, !isWalking else { return }
        beginWalk()
        reason = .timer
    }

    func rootWent(_ root: Int64, _ error: Int32) throws {
        tree.detach(root: root)
        try hold(
            root,
            .unmounted,
            "the folder cannot be read (\(unsafe String(cString: strerror(error)))); everything known is "
                + "kept until it is back"
        )
    }

    /// Puts a root offline: nothing of it is removed until it is itself again.
    func hold(_ root: Int64, _ reason: StateReason, _ detail: String) throws {
        if writer.roots[root]?.state != .offline {
            let path = String(decoding: writer.roots[root]?.path ?? [], as: UTF8.self)
            logger.warning("\(path) is offline: \(detail)")
        }
        try writer.setState(root, .offline, reason, detail: detail)
        for (asset, _) in vanished {
            guard let record = try writer.asset(asset),
                writer.directories[record.directory]?.root == root
            else { continue }
            vanished[asset] = nil
        }
        goneDirectories = goneDirectories.filter { writer.directories[$0]?.root != root }
    }

    private func register(_ directory: WatchedDirectory, as node: UInt32) {
        opener.leave(directory.directory)
        tree.attach(directory, as: node)
        goneDirectories.remove(directory.directory)
    }

    func directoryCame(
        _ node: UInt32,
        in parentNode: UInt32,
        _ stat: DirectoryStat,
        _ name: [UInt8]
    ) throws {
        guard var parent = tree.directory(inFrame: parentNode) else { return }
        tree.noteAnything(in: parent)
        if parent.isHeld {
            try takeUpEmptyRoot(parent.root)
            parent.isHeld = tree[parent.directory]?.isHeld ?? true
        }
        let volume = try writer.volume(stat.volume)
        let known = writer.directory(name, in: parent.directory)
        let found = parent.isHeld ? known : try place(stat, volume, name, parent, known)
        guard let found else { return }
        let isHeld = parent.isHeld || isOverlaid(found, volume)
        register(
            WatchedDirectory(
                directory: found.id,
                inode: stat.inode,
                born: stat.born,
                device: tree.device(of: stat, volume: volume),
                root: parent.root,
                isHeld: isHeld
            ),
            as: node
        )
        if isHeld, !parent.isHeld {
            try hold(
                parent.root,
                .unmounted,
                "another file system is at \(String(decoding: name, as: UTF8.self)) or none; "
                    + "everything known there is kept until it is back. If it is meant to be so, "
                    + "start once with --accept-root"
            )
        }
    }

    /// Whether a known directory has another device now: a mount came over it or went from it.
    private func isOverlaid(_ directory: DirectoryRecord, _ volume: Int64) -> Bool {
        directory.isFilled && directory.volume != volume && !options.acceptsReplacedRoots
    }

    /// Roots that were offline for a part of them are online again once they are whole.
    func bringBack() throws {
        mayBeWhole = false
        try writer.write {
            for root in tree.roots where writer.roots[root]?.state == .offline && isWhole(root) {
                try sayOnline(root)
            }
        }
    }

    /// Whether a root's folder and every directory of it that has assets are there.
    private func isWhole(_ root: Int64) -> Bool {
        guard let record = writer.roots[root], tree[record.directory] != nil else { return false }
        guard !tree.all.contains(where: { $0.root == root && $0.isHeld }) else { return false }
        return writer.directories.values.allSatisfy {
            $0.root != root || $0.isRemoved || !$0.isFilled || tree[$0.id] != nil
        }
    }

    /// Finds the catalogue's record of a directory: the one with its inode wherever that was, else
    /// the one at its place, else a new one.
    private func place(
        _ stat: DirectoryStat,
        _ volume: Int64,
        _ name: [UInt8],
        _ parent: WatchedDirectory,
        _ known: DirectoryRecord?
    ) throws -> DirectoryRecord? {
        let inode = Int64(bitPattern: stat.inode)
        if let known, !known.isRemoved, !known.isDetached {
            let isSame = known.volume == volume && known.inode == inode && known.born == stat.born
            if isSame || isOverlaid(known, volume) { return known }
        }
        let moved =
            !FileSystemIdentity.hasStableInodes(stat.fileSystem)
            ? nil
            : try writer.directories(inode: inode).first {
                $0.volume == volume && $0.born == stat.born && $0.id != known?.id
                    && tree[$0.id] == nil && $0.parent != nil
                    && !writer.isDirectory(parent.directory, atOrBelow: $0.id)
            }
        if let moved, known == nil || known?.inode != inode {
            if let known { try writer.detach(directory: known.id) }
            try writer.move(moved.id, to: parent.directory, name: name, root: parent.root)
            return writer.directories[moved.id]
        }
        if let known, tree[known.id] != nil {
            // The directory known here is on its way elsewhere: the watcher has yet to say where.
            try writer.detach(directory: known.id)
        } else if var known {
            guard known.inode != inode || known.isRemoved || known.born != stat.born else {
                return known
            }
            (known.volume, known.inode, known.born) = (volume, inode, stat.born)
            (known.isRemoved, known.isDetached) = (false, false)
            try writer.update(known)
            return known
        }
        var record = DirectoryRecord()
        (record.root, record.parent, record.name) = (parent.root, parent.directory, name)
        (record.volume, record.inode, record.born) = (volume, inode, stat.born)
        return try writer.insert(record)
    }

    func directoryMoved(_ node: UInt32, to parentNode: UInt32, _ name: [UInt8]) throws {
        guard var moved = tree.directory(inFrame: node),
            let parent = tree.directory(inFrame: parentNode)
        else { return }
        tree.noteAnything(in: parent)
        guard !moved.isHeld, !parent.isHeld else { return }
        opener.close()
        if let occupant = writer.directory(name, in: parent.directory),
            occupant.id != moved.directory
        {
            try writer.detach(directory: occupant.id)
            if tree[occupant.id] == nil { goneDirectories.insert(occupant.id) }
        }
        try writer.move(moved.directory, to: parent.directory, name: name, root: parent.root)
        if moved.root != parent.root {
            for below in try writer.subtree(moved.directory) {
                tree.setRoot(parent.root, of: below)
            }
            moved.root = parent.root
        }
        register(moved, as: node)
        hurryRetries()
    }

    func directoryWent(_ node: UInt32) throws {
        guard let gone = tree.detach(node) else { return }
        if gone.isHeld { mayBeWhole = true }
        guard !gone.isHeld, tree[gone.directory] == nil else { return }
        // What lies below a mount that has gone is kept with it.
        if let record = writer.directories[gone.directory], isBelowHeld(record) { return }
        try writer.query {
            for directory in try writer.subtree(gone.directory)
            where directory == gone.directory || tree[directory] == nil {
                goneDirectories.insert(directory)
                try vanishFiles(of: directory)
            }
        }
    }

    /// Every asset of a directory is on its way out, unless it turns up elsewhere.
    func vanishFiles(of directory: Int64) throws {
        let due = system.time.milliseconds + 200
        try writer.files(in: directory) { file in
            if vanished[file.id] == nil { vanished[file.id] = due }
        }
    }
}
