internal import Kernel

/// What is done to files; false when there was nothing to do it to.
extension Household {
    func create(in directory: SimulatedInode? = nil) -> Bool {
        guard files.count < 120 else { return false }
        let place = directory.map { ($0, newName()) } ?? freePlace()
        guard let (parent, name) = place, parent.entry(foundBy: name) == nil else { return false }
        return create(name, in: parent)
    }

    /// Makes a file at a place that is free.
    func create(_ name: FileName, in parent: SimulatedInode) -> Bool {
        let entry = begin(name, in: parent)
        kernel.write(newContent(isEmpty: chance(3)), to: entry.inode)
        kernel.close(entry)
        tell?("creates \(path(entry))")
        return true
    }

    @discardableResult
    private func begin(_ name: FileName, in parent: SimulatedInode) -> SimulatedEntry {
        let entry = kernel.create(name, in: parent)
        add(entry)
        return entry
    }

    func add(_ entry: SimulatedEntry) {
        lastNumber += 1
        let file = HouseholdFile(lastNumber, entry)
        entry.owner = file
        insert(file)
        arrived(file)
    }

    /// A camera's upload that takes its time.
    func beginToWrite() -> Bool {
        guard slow.count < 4, let (parent, name) = freePlace() else { return false }
        let entry = begin(name, in: parent)
        guard let file = file(entry) else { return false }
        if chance(50) { kernel.write(newContent(), to: entry.inode) }
        (file.isOnlyMoved, file.isOpen, file.openEntry) = (false, true, entry)
        slow.append(file)
        tell?("begins to write \(path(entry))")
        return true
    }

    func finishWriting() -> Bool {
        guard !slow.isEmpty else { return false }
        let file = slow.remove(at: dice(slow.count))
        finish(file)
        return true
    }

    private func finish(_ file: HouseholdFile) {
        guard let entry = file.openEntry else { return }
        kernel.write(newContent(), to: entry.inode)
        kernel.close(entry)
        (file.isOpen, file.openEntry) = (false, nil)
        written(file)
        tell?("finishes writing \(path(file.entry))")
    }

    func overwrite() -> Bool {
        guard let file = pick(files), let entry = file.entry else { return false }
        // Under a name that nobody looks at, nobody is told of what is written to the others.
        guard entry.name.isMedia || !file.isLinked else { return false }
        kernel.open(entry)
        kernel.write(newContent(), to: entry.inode)
        kernel.close(entry)
        written(file)
        tell?("overwrites \(path(entry))")
        return true
    }

    /// An editor saves: a hidden file beside, then a rename over.
    func save() -> Bool {
        guard let file = pick(files), !file.isPinned, !file.isOpen, let entry = file.entry else {
            return false
        }
        let (parent, name) = (entry.parent, entry.name)
        let beside = kernel.create(newName(".tmp"), in: parent)
        kernel.write(newContent(), to: beside.inode)
        kernel.close(beside)
        kernel.rename(beside, to: name, in: parent)
        file.entry = beside
        beside.owner = file
        file.isOnlyMoved = false
        tell?("saves \(path(beside))")
        return true
    }

    /// One picture is moved over another.
    func renameOver() -> Bool {
        guard let over = pick(files), let file = pick(files), over !== file, !over.isPinned,
            !over.isOpen, let target = over.entry, let entry = file.entry,
            target.inode !== entry.inode, target.inode.disk === entry.inode.disk
        else { return false }
        let (parent, name) = (target.parent, target.name)
        tell?("moves \(path(entry)) over \(path(target))")
        leaves(over)
        leaves(file)
        kernel.rename(entry, to: name, in: parent)
        over.entry = nil
        (over.isOnlyMoved, file.isOnlyMoved) = (false, false)
        forget(over)
        arrived(file)
        return true
    }

    func rename() -> Bool {
        guard let file = pick(files), let entry = file.entry,
            let (parent, name) = freePlace(on: entry.inode.disk)
        else { return false }
        let before = path(entry)
        leaves(file)
        kernel.rename(entry, to: name, in: parent)
        arrived(file)
        tell?("moves \(before) to \(path(entry))")
        return true
    }

    func swap() -> Bool {
        guard let (one, other) = two(), let entry = one.entry, let second = other.entry else {
            return false
        }
        tell?("swaps \(path(entry)) and \(path(second))")
        let (parent, name) = (entry.parent, entry.name)
        let (otherParent, otherName) = (second.parent, second.name)
        leaves(one)
        leaves(other)
        kernel.rename(entry, to: newName(), in: parent)
        kernel.rename(second, to: name, in: parent)
        kernel.rename(entry, to: otherName, in: otherParent)
        arrived(one)
        arrived(other)
        return true
    }

    func exchange() -> Bool {
        guard let (one, other) = two(), let entry = one.entry, let second = other.entry else {
            return false
        }
        tell?("exchanges \(path(entry)) and \(path(second))")
        leaves(one)
        leaves(other)
        kernel.exchange(entry, second)
        arrived(one)
        arrived(other)
        return true
    }

    func two() -> (HouseholdFile, HouseholdFile)? {
        guard let one = pick(files), let other = pick(files), one !== other,
            one.entry?.inode !== other.entry?.inode,
            one.entry?.inode.disk === other.entry?.inode.disk
        else { return nil }
        return (one, other)
    }

    func remove() -> Bool {
        guard let file = pick(files), !file.isPinned, !file.isOpen, let entry = file.entry else {
            return false
        }
        tell?("removes \(path(entry))")
        remove(file, entry)
        return true
    }

    func remove(_ file: HouseholdFile, _ entry: SimulatedEntry) {
        leaves(file)
        kernel.remove(entry)
        file.entry = nil
        forget(file)
    }

    func link() -> Bool {
        guard let file = pick(files), !file.isOpen, let entry = file.entry,
            entry.inode.disk.kind.hasLinks, entry.name.bytes.last != 0x7E,
            let (parent, name) = freePlace(on: entry.inode.disk)
        else { return false }
        let second = kernel.link(entry.inode, as: name, in: parent)
        add(second)
        file.isLinked = true
        self.file(second)?.isLinked = true
        tell?("links \(path(entry)) as \(path(second))")
        return true
    }

    /// A copy, after which the first may go: `cp a b; rm a`.
    func copy() -> Bool {
        guard let file = pick(files), !file.isOpen, let entry = file.entry,
            let (parent, name) = freePlace()
        else { return false }
        let content = entry.inode.content
        let second = begin(name, in: parent)
        kernel.write(content, to: second.inode)
        kernel.close(second)
        self.file(second)?.isOnlyMoved = false
        tell?("copies \(path(entry)) to \(path(second))")
        for other in files + away.flatMap(\.files) + (card?.files ?? [])
        where other.entry?.inode.content == content {
            other.hasTwin = true
        }
        if chance(50), !file.isPinned {
            tell?("removes \(path(entry))")
            remove(file, entry)
        }
        return true
    }

    func touch() -> Bool {
        guard let file = pick(files), let entry = file.entry else { return false }
        kernel.touch(
            entry,
            modified: 1_500_000_000_000_000_000 + Int64(dice(100_000_000)) * 1_000_000_000
        )
        written(file)
        tell?("touches \(path(entry))")
        return true
    }

    func changeState() -> Bool {
        guard let file = pick(files), let entry = file.entry else { return false }
        kernel.changeState(entry)
        tell?("changes the mode of \(path(entry))")
        return true
    }

    /// Things that are no pictures, with names that could be.
    func leaveClutter() -> Bool {
        guard let parent = pick(directories) else { return false }
        let name = newName(pick([".part", ".txt", ".jpg"]) ?? ".txt")
        guard parent.entry(foundBy: name) == nil else { return false }
        let kind = name.bytes.last == 0x67 ? SimulatedInode.Kind.other : .file
        let entry = kernel.create(name, in: parent, kind)
        if kind == .file { kernel.close(entry) }
        tell?("leaves \(path(entry))")
        return true
    }

    /// Whatever is being written comes to its end.
    func finishWritingAll() {
        for file in slow { finish(file) }
        slow = []
    }
}
