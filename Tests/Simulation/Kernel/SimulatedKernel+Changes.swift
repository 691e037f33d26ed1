internal import Glibc
package import Kernel

/// What users and programs do to files.
extension SimulatedKernel {
    /// Makes a directory.
    @discardableResult
    package func makeDirectory(_ name: FileName, in parent: SimulatedInode) -> SimulatedInode {
        let inode = parent.disk.makeInode(.directory, at: nanoseconds)
        inode.entry = add(name, in: parent, inode)
        parent.links += 1
        notifyEntry(parent, UInt32(IN_CREATE | IN_ISDIR), name)
        return inode
    }

    /// Makes an empty file and leaves it open for writing; ``close(_:)`` ends that.
    package func create(
        _ name: FileName,
        in parent: SimulatedInode,
        _ kind: SimulatedInode.Kind = .file
    ) -> SimulatedEntry {
        let inode = parent.disk.makeInode(kind, at: nanoseconds)
        let entry = add(name, in: parent, inode)
        notifyEntry(parent, UInt32(IN_CREATE), name)
        if kind == .file { hold(inode, entry) }
        return entry
    }

    /// Opens a file for writing; ``close(_:)`` ends that.
    package func open(_ entry: SimulatedEntry) { hold(entry.inode, entry) }

    /// Writes to a file that is open.
    package func write(_ content: SimulatedContent, to inode: SimulatedInode) {
        let before = inode.stat
        if content != inode.content { inode.isUndetectable = true }
        inode.content = content
        inode.modified = inode.disk.rounded(nanoseconds)
        inode.changed = inode.modified
        if inode.stat != before { inode.isUndetectable = false }
    }

    /// Closes a file that was open for writing.
    package func close(_ entry: SimulatedEntry) {
        if !entry.isUnlinked {
            notifyEntry(entry.parent, UInt32(IN_CLOSE_WRITE), entry.name)
        }
        letGo(entry.inode, entry)
    }

    /// Sets a file's times, as utimensat(2).
    package func touch(_ entry: SimulatedEntry, modified: Int64) {
        entry.inode.modified = entry.inode.disk.rounded(modified)
        changeState(entry)
    }

    /// Changes something of a file but its content, as chmod(2).
    package func changeState(_ entry: SimulatedEntry) {
        let inode = entry.inode
        inode.changed = inode.disk.rounded(nanoseconds)
        let kind = inode.kind == .directory ? UInt32(IN_ISDIR) : 0
        if !entry.isUnlinked { notifyEntry(entry.parent, UInt32(IN_ATTRIB) | kind, entry.name) }
        notify(inode, UInt32(IN_ATTRIB))
    }

    /// Gives a file another name.
    @discardableResult
    package func link(
        _ inode: SimulatedInode,
        as name: FileName,
        in parent: SimulatedInode
    ) -> SimulatedEntry {
        inode.links += 1
        inode.changed = inode.disk.rounded(nanoseconds)
        let entry = add(name, in: parent, inode)
        notify(inode, UInt32(IN_ATTRIB))
        notifyEntry(parent, UInt32(IN_CREATE), name)
        return entry
    }

    /// Removes the name of a file, or an empty directory.
    package func remove(_ entry: SimulatedEntry) {
        let (parent, inode) = (entry.parent, entry.inode)
        let isDirectory = inode.kind == .directory
        detach(entry)
        inode.changed = inode.disk.rounded(nanoseconds)
        inode.links = isDirectory ? 0 : inode.links - 1
        if isDirectory { parent.links -= 1 }
        // The inode is there until after its name's end has been told.
        inode.holders += 1
        if !isDirectory { notify(inode, UInt32(IN_ATTRIB)) }
        notifyEntry(parent, UInt32(IN_DELETE) | (isDirectory ? UInt32(IN_ISDIR) : 0), entry.name)
        inode.holders -= 1
        evict(inode)
    }

    /// Moves a file or directory to a name, in place of what has it.
    package func rename(_ entry: SimulatedEntry, to name: FileName, in parent: SimulatedInode) {
        let (old, oldName) = (entry.parent, entry.name)
        let found = parent.entry(foundBy: name)
        // By a name that differs in case alone it is found itself.
        let target = found === entry && entry.name != name ? nil : found
        guard target?.inode !== entry.inode else { return }
        // Where case does not matter, what is replaced leaves its name.
        let name = target?.name ?? name
        let isDirectory = entry.inode.kind == .directory
        if let target {
            detach(target)
            target.inode.links = target.inode.kind == .directory ? 0 : target.inode.links - 1
            if target.inode.kind == .directory { parent.links -= 1 }
            target.inode.changed = target.inode.disk.rounded(nanoseconds)
        }
        old.entries[oldName] = nil
        (entry.name, entry.parent) = (name, parent)
        place(entry)
        parent.entries[name] = entry
        if isDirectory, old !== parent {
            (old.links, parent.links) = (old.links - 1, parent.links + 1)
        }
        noteChange(in: old)
        noteChange(in: parent)
        entry.inode.changed = entry.inode.disk.rounded(nanoseconds)
        tellMove(of: entry.inode, from: old, oldName, to: parent, name)
        if let target {
            notify(target.inode, UInt32(IN_ATTRIB))
        }
        notify(entry.inode, UInt32(IN_MOVE_SELF))
        if let target { evict(target.inode) }
    }

    /// Exchanges two names, as renameat2(2) with `RENAME_EXCHANGE`.
    package func exchange(_ one: SimulatedEntry, _ other: SimulatedEntry) {
        guard one !== other, one.inode !== other.inode else { return }
        let (parent, name) = (one.parent, one.name)
        let (otherParent, otherName) = (other.parent, other.name)
        (one.parent, one.name) = (otherParent, otherName)
        (other.parent, other.name) = (parent, name)
        place(one)
        place(other)
        otherParent.entries[otherName] = one
        parent.entries[name] = other
        for entry in [one, other] { entry.inode.changed = entry.inode.disk.rounded(nanoseconds) }
        noteChange(in: parent)
        noteChange(in: otherParent)
        tellMove(of: one.inode, from: parent, name, to: otherParent, otherName)
        notify(one.inode, UInt32(IN_MOVE_SELF))
        tellMove(of: other.inode, from: otherParent, otherName, to: parent, name)
        notify(other.inode, UInt32(IN_MOVE_SELF))
    }

    private func add(
        _ name: FileName,
        in parent: SimulatedInode,
        _ inode: SimulatedInode
    ) -> SimulatedEntry {
        let entry = SimulatedEntry(name, in: parent, inode)
        place(entry)
        parent.entries[name] = entry
        noteChange(in: parent)
        return entry
    }

    private func detach(_ entry: SimulatedEntry) {
        entry.parent.entries[entry.name] = nil
        entry.isUnlinked = true
        entry.lastParent = entry.parent
        if entry.inode.kind == .directory { entry.inode.lastEntry = entry }
        if entry.holders > 0 { hold(entry.parent, entry.parent.entry) }
        noteChange(in: entry.parent)
    }

    private func noteChange(in directory: SimulatedInode) {
        directory.modified = directory.disk.rounded(nanoseconds)
        directory.changed = directory.modified
    }

    private func tellMove(
        of inode: SimulatedInode,
        from old: SimulatedInode,
        _ oldName: FileName,
        to new: SimulatedInode,
        _ newName: FileName
    ) {
        cookie += 1
        let kind = inode.kind == .directory ? UInt32(IN_ISDIR) : 0
        notifyEntry(old, UInt32(IN_MOVED_FROM) | kind, oldName, cookie: cookie)
        onHalfMove?()
        notifyEntry(new, UInt32(IN_MOVED_TO) | kind, newName, cookie: cookie)
    }

    /// Tells those who watch a directory what happened to a name in it.
    private func notifyEntry(
        _ directory: SimulatedInode,
        _ mask: UInt32,
        _ name: FileName,
        cookie: UInt32 = 0
    ) {
        for watch in directory.watches where watch.mask & mask & ~UInt32(IN_ISDIR) != 0 {
            watch.queue.queue(mask, watch.number, name, cookie: cookie)
        }
    }

    /// Tells those who watch a directory or file itself.
    func notify(_ inode: SimulatedInode, _ mask: UInt32) {
        // Of a directory's own end or move inotify does not say that it is one.
        let isSelf = mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0
        let kind = inode.kind == .directory && !isSelf ? UInt32(IN_ISDIR) : 0
        for watch in inode.watches where watch.mask & mask != 0 {
            watch.queue.queue(mask | kind, watch.number, nil)
        }
    }
}
