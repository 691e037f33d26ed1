internal import Kernel

/// What is done to directories; false when there was nothing to do it to.
extension Household {
    /// A deep `mkdir -p` with files at once.
    func makeDirectories() -> Bool {
        guard directories.count < 30, var parent = pick(directories) else { return false }
        for _ in 0...dice(4) where parent.depth < 10 {
            let name = chance(30) ? FileName("place\(dice(4))") : newName("")
            guard parent.entry(foundBy: name) == nil else { break }
            parent = kernel.makeDirectory(name, in: parent)
            directories.append(parent)
            tell?("makes \(path(parent.entry))")
            if chance(70) { _ = create(in: parent) }
        }
        return true
    }

    /// Pictures are sorted into a directory that was made for them.
    func sortIntoNewDirectory() -> Bool {
        guard directories.count < 30, !files.isEmpty, let parent = pick(directories) else {
            return false
        }
        let directory = kernel.makeDirectory(newName(""), in: parent)
        directories.append(directory)
        tell?("makes \(path(directory.entry))")
        for _ in 0...dice(4) {
            guard let file = pick(files) else { break }
            _ = move(file, to: HouseholdSpot(directory, newName()))
        }
        return true
    }

    func renameDirectory() -> Bool {
        guard let directory = pick(directories), directory !== root, let entry = directory.entry,
            let (parent, name) = freeDirectory(), !directory.contains(parent),
            parent.disk === directory.disk
        else { return false }
        let before = path(entry)
        loseTrack(of: directory)
        kernel.rename(entry, to: name, in: parent)
        tell?("moves \(before) to \(path(entry))")
        return true
    }

    /// Where numbers do not stay with files, those in a directory that moves are told by content alone.
    private func loseTrack(of directory: SimulatedInode) {
        guard !directory.disk.hasStableInodes else { return }
        for file in files(below: directory) { file.isOnlyMoved = false }
    }

    /// A directory moves away and another one takes its name at once.
    func recreateDirectory() -> Bool {
        guard let directory = pick(directories), directory !== root, let entry = directory.entry
        else { return false }
        let (parent, name) = (entry.parent, entry.name)
        loseTrack(of: directory)
        kernel.rename(entry, to: newName(""), in: parent)
        let other = kernel.makeDirectory(name, in: parent)
        tell?("moves \(path(other.entry)) to \(path(entry)) and makes it anew")
        // Who looks later finds a directory of the old name: the pictures have left their paths.
        inherit(from: directory, to: other)
        directories.append(other)
        _ = create(in: other)
        return true
    }

    /// What has left a directory, and what is in it, seems to have left one of its name.
    private func inherit(from old: SimulatedInode, to new: SimulatedInode) {
        for (place, gone) in departed where place.isIn(old) {
            departed[Place(new, place.name), default: []] += gone
        }
        for entry in old.entries.values {
            if let file = file(entry) { departed[Place(new, entry.name), default: []].append(file) }
        }
    }

    func removeTree() -> Bool {
        guard let directory = pick(directories), directory !== root, directory.entry != nil else {
            return false
        }
        let pictures = files(below: directory)
        guard pictures.count <= 20, !pictures.contains(where: { $0.isPinned || $0.isOpen }) else {
            return false
        }
        tell?("removes all of \(path(directory.entry))")
        clear(directory)
        if let entry = directory.entry { kernel.remove(entry) }
        directories.removeAll { $0 === directory }
        return true
    }

    private func clear(_ directory: SimulatedInode) {
        for entry in directory.entries.values.sorted(by: { $0.position < $1.position }) {
            if entry.inode.kind == .directory {
                clear(entry.inode)
                directories.removeAll { $0 === entry.inode }
                kernel.remove(entry)
            } else if let file = file(entry) {
                remove(file, entry)
            } else {
                kernel.remove(entry)
            }
        }
    }

    func moveOut() -> Bool {
        guard away.count < 3, let directory = pick(directories), directory !== root,
            let entry = directory.entry, directory.disk === outside.disk
        else { return false }
        let pictures = files(below: directory)
        guard !pictures.contains(where: { $0.isPinned || $0.isOpen }) else { return false }
        tell?("moves \(path(entry)) out")
        loseTrack(of: directory)
        kernel.rename(entry, to: newName(""), in: outside)
        for file in pictures { forget(file) }
        directories.removeAll { directory.contains($0) }
        away.append((directory, pictures))
        return true
    }

    func moveBack() -> Bool {
        guard !away.isEmpty, let (parent, name) = freeDirectory(), parent.disk === outside.disk
        else { return false }
        let (directory, pictures) = away.removeLast()
        guard let entry = directory.entry else { return false }
        kernel.rename(entry, to: name, in: parent)
        tell?("moves \(path(entry)) back")
        for file in pictures { insert(file) }
        add(directory)
        return true
    }

    private func add(_ directory: SimulatedInode) {
        directories.append(directory)
        for entry in directory.entries.values.sorted(by: { $0.position < $1.position })
        where entry.inode.kind == .directory {
            add(entry.inode)
        }
    }
}
