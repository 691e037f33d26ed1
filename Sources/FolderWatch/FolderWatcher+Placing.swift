internal import Glibc
internal import Kernel

extension FolderWatcher {
    /// How many watches to place at most: the configured number, or 80 % of what one user may have.
    var budget: Int {
        configuration.watchBudget > 0 ? Int(configuration.watchBudget) : queue.limit * 4 / 5
    }

    /// Whether another watch may be placed.
    ///
    /// The system's limit is read once each time there is work, and again when it is reached: to read it takes as
    /// long as to place a watch.
    private func hasBudget() -> Bool {
        if byWatch.count < readBudget { return true }
        readBudget = budget
        return byWatch.count < readBudget
    }

    /// Places a watch, or gives -1 when there are no more to be had.
    func place(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32 {
        guard hasBudget() else {
            isShortOfWatches = true
            return -1
        }
        do {
            return try queue.add(directory, isRoot: isRoot)
        } catch {
            // A directory we may not read cannot be watched either; its listing says so.
            guard [ENOSPC, EACCES, EPERM].contains(error.code) else { throw error }
            if error.code == ENOSPC { isShortOfWatches = true }
            return -1
        }
    }

    /// Notes that a directory has no watch and must be looked at by timer.
    func markPolled(_ node: DirectoryNode) {
        node.isPolled = true
        polledTimes[node.id] = nil
        if nextPoll == 0 { nextPoll = time.milliseconds + Int64(configuration.pollSeconds) * 1_000 }
    }

    /// What identifies an open directory; its file system is asked only where it changes.
    func identify(
        _ descriptor: Int32,
        _ stat: FileStat,
        _ parent: DirectoryNode?
    ) throws(SystemError) -> DirectoryStat {
        var (volume, type) = (parent?.device.volume ?? 0, parent?.device.fileSystem ?? 0)
        if parent?.device.number != stat.device {
            guard let found = files.identity(descriptor) else {
                throw SystemError(code: ESTALE)
            }
            (volume, type) = (found.number, found.type)
        }
        return DirectoryStat(
            device: stat.device,
            inode: stat.inode,
            born: stat.born,
            volume: volume,
            fileSystem: type
        )
    }

    /// Lists the unwatched directories whose modification time has moved.
    func pollUnwatched(_ now: Int64) {
        let nodes = allNodes().filter(\.isPolled)
        nextPoll = nodes.isEmpty ? 0 : now + Int64(configuration.pollSeconds) * 1_000
        for node in nodes {
            guard let directory = try? OpenDirectory(path: node.path, files),
                let found = try? directory.stat
            else {
                if let parent = node.parent {
                    looks.append(Look(node: parent, name: FileName(node.name.bytes)))
                }
                continue
            }
            if node.isSame(found), found.modified != polledTimes[node.id] { enqueue(node) }
        }
    }

    /// All directories, parents before their children.
    func allNodes() -> [DirectoryNode] {
        var nodes = roots.compactMap(\.node)
        var position = 0
        while position < nodes.count {
            nodes.append(contentsOf: nodes[position].children.all)
            position += 1
        }
        return nodes
    }

    /// Says how many watches are needed and placed, when that is news.
    func sayLimit() {
        let used = byWatch.count
        if used >= directoryCount { isShortOfWatches = false }
        // One that is without a watch for another reason is none that a higher limit would help.
        let needed = isShortOfWatches ? directoryCount : used
        guard !saidLimit.starts(with: [needed, used]) else { return }
        let said = [needed, used, queue.limit]
        saidLimit = said
        output.send(
            .watchLimit(
                needed: UInt32(said[0]),
                used: UInt32(said[1]),
                limit: UInt32(said[2])
            )
        )
    }
}

extension InodeKey {
    init(_ stat: FileStat) {
        self.init(device: stat.device, inode: stat.inode, born: stat.born)
    }

    init(_ stat: DirectoryStat) {
        self.init(device: stat.device, inode: stat.inode, born: stat.born)
    }
}
