import Catalogue
import Kernel

@testable import Indexing

/// Files by place, and what users do to them.
final class MemoryDisk {
    /// What several names can lead to.
    final class File {
        var inode: Int64
        var content: Int
        var size: Int64
        var modified: Int64
        var born: Int64

        init(inode: Int64, content: Int, size: Int64, at time: Int64, hasBirth: Bool) {
            (self.inode, self.content, self.size) = (inode, content, size)
            (modified, born) = (time, hasBirth ? time : 0)
        }
    }

    private(set) var files: [String: File] = [:]
    /// Names of which an event would tell, in the order of their first event since they were looked at.
    private(set) var events: [String] = []
    /// What events would tell of renames.
    var renames = RenameLog()
    /// Whether events are told as things happen; otherwise they wait until ``tell()``.
    var isTold = true
    private var untold: [() -> Void] = []
    /// Whether the file system keeps times of birth.
    var hasBirths = true
    /// Whether the inode numbers of removed files are given to new ones.
    var reusesInodes = false
    /// Bytes of files of which nothing else is said.
    var size: Int64 = 1_000
    private var time: Int64 = 1_000_000_000
    private var lastInode: Int64 = 0
    /// When what is or was last at a name was written.
    private var times: [String: Int64] = [:]
    private var freeInodes: [Int64] = []

    // MARK: Events

    /// Tells of everything that waits, in its order.
    func tell() {
        tell(untold.count)
        isTold = true
    }

    /// How many events wait.
    var untoldCount: Int { untold.count }

    /// Tells of the first events that wait; later ones still wait.
    func tell(_ count: Int) {
        let told = untold.prefix(count)
        untold.removeFirst(told.count)
        isTold = true
        for event in told { event() }
        isTold = false
    }

    func changed(_ path: String) {
        guard isTold else { return untold.append { [unowned self] in changed(path) } }
        // Events of other names are not for an indexer.
        guard path.hasSuffix(".jpg") else { return }
        if !events.contains(path) { events.append(path) }
    }

    /// The second event of a rename, which has the new name.
    private func renamed(_ path: String, _ other: String) {
        guard isTold else { return untold.append { [unowned self] in renamed(path, other) } }
        renames.append(
            from: FileLocation(path),
            to: FileLocation(other),
            isSetAside: !other.hasSuffix(".jpg")
        )
        changed(other)
    }

    // MARK: Users

    func write(_ path: String, _ content: Int, size: Int64? = nil) {
        leave(path)
        let file = File(
            inode: nextInode(),
            content: content,
            size: size ?? self.size,
            at: tick(),
            hasBirth: hasBirths
        )
        files[path] = file
        times[path] = file.modified
        changed(path)
    }

    /// Writes a file and gives it the time of one that is or was at another name, as programs that restore files do.
    func write(_ path: String, _ content: Int, dated other: String) {
        let time = times[other]
        write(path, content)
        if let time { files[path]?.modified = time }
        times[path] = files[path]?.modified
    }

    /// Writes into the file there is; the other names of it have no event.
    func rewrite(_ path: String, _ content: Int, size: Int64 = 1_000) {
        guard let file = files[path] else { return }
        (file.content, file.size, file.modified) = (content, size, tick())
        changed(path)
    }

    func copy(_ path: String, _ other: String, keepsTime: Bool = false) {
        guard let file = files[path] else { return }
        write(other, file.content, size: file.size)
        guard keepsTime else { return }
        files[other]?.modified = file.modified
        times[other] = file.modified
    }

    func move(_ path: String, _ other: String) {
        guard path != other, let file = files[path], file !== files[other] else { return }
        leave(other)
        files[path] = nil
        files[other] = file
        changed(path)
        renamed(path, other)
    }

    func swap(_ path: String, _ other: String) {
        guard let first = files[path], let second = files[other], first !== second else { return }
        (files[path], files[other]) = (second, first)
        // The kernel reports an exchange as two renames, one right after the other.
        for (from, to) in [(path, other), (other, path)] {
            changed(from)
            renamed(from, to)
        }
    }

    func link(_ path: String, _ other: String) {
        guard let file = files[path], files[other] == nil else { return }
        files[other] = file
        changed(other)
    }

    func remove(_ path: String) {
        guard files[path] != nil else { return }
        leave(path)
        changed(path)
    }

    /// The file system is mounted again, and numbers its files anew.
    func renumber() {
        var numbers: [ObjectIdentifier: Int64] = [:]
        for path in files.keys.sorted().reversed() {
            guard let file = files[path] else { continue }
            numbers[ObjectIdentifier(file)] = numbers[ObjectIdentifier(file)] ?? nextInode()
            file.inode = numbers[ObjectIdentifier(file)] ?? 0
            changed(path)
        }
    }

    /// Takes a name out of the events.
    func looked(_ path: String) { events.removeAll { $0 == path } }

    func links(_ file: File) -> Int { files.values.count { $0 === file } }

    private func leave(_ path: String) {
        guard let file = files.removeValue(forKey: path), reusesInodes, links(file) == 0 else {
            return
        }
        freeInodes.append(file.inode)
    }

    private func nextInode() -> Int64 {
        if let free = freeInodes.popLast() { return free }
        lastInode += 1
        return lastInode
    }

    private func tick() -> Int64 {
        // Further than any file system's times are exact.
        time += 10_000_000_000
        return time
    }
}

extension MemoryDisk: FilePresence {
    func isPresent(_ file: FileRecord) -> Bool {
        guard let found = files[FileLocation(file).path] else { return false }
        let isOther =
            found.born != 0 && file.identity.born != 0 && found.born != file.identity.born
        return found.inode == file.identity.inode && !isOther
    }

    func hasLeft(_ file: FileRecord) -> Bool { !isPresent(file) }

    func isGone(_ file: FileRecord) -> Bool { files[FileLocation(file).path] == nil }
}

extension FileLocation {
    /// All files lie in directory 1; what looks like a folder is part of the name.
    init(_ path: String) { self.init(1, Array(path.utf8)) }

    var path: String { String(decoding: name.bytes, as: UTF8.self) }
}
