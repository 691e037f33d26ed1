internal import Glibc
internal import Kernel

/// A file operation, recorded in a form that can be undone.
enum FileStep: Equatable {
    /// A file was created under one of the library's own names.
    case made([UInt8])
    /// A file was written with this content.
    case wrote([UInt8], content: [UInt8])
    /// A file was renamed.
    case moved(from: [UInt8], to: [UInt8], inode: UInt64)
    case madeDirectory([UInt8])
    /// A file to be removed once everything else is durable.
    case obsolete([UInt8], inode: UInt64)

    /// Whether the step is carried out before the transaction is durable.
    var isUndoable: Bool {
        if case .obsolete = self { false } else { true }
    }

    /// The paths that the step creates or removes.
    var paths: [[UInt8]] {
        switch self {
        case .made(let path), .wrote(let path, _), .madeDirectory(let path): [path]
        case .moved(let from, let to, _): [from, to]
        case .obsolete(let path, _): [path]
        }
    }

    /// The form in which a journal stores the step: kind, inode, and two texts, each preceded by its length.
    var encoded: [UInt8] {
        let (kind, inode, first, second): (UInt8, UInt64, [UInt8], [UInt8]) =
            switch self {
            case .made(let path): (1, 0, path, [])
            case .wrote(let path, let content): (2, 0, path, content)
            case .moved(let from, let to, let inode): (3, inode, from, to)
            case .madeDirectory(let path): (4, 0, path, [])
            case .obsolete(let path, let inode): (5, inode, path, [])
            }
        var bytes = [kind]
        unsafe withUnsafeBytes(of: inode.littleEndian) { unsafe bytes.append(contentsOf: $0) }
        for text in [first, second] {
            unsafe withUnsafeBytes(of: UInt32(text.count).littleEndian) {
                unsafe bytes.append(contentsOf: $0)
            }
            bytes.append(contentsOf: text)
        }
        return bytes
    }

    init?(encoded bytes: ArraySlice<UInt8>) {
        var rest = bytes
        func number(_ count: Int) -> UInt64? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        func text() -> [UInt8]? {
            guard let count = number(4), rest.count >= Int(count) else { return nil }
            defer { rest = rest.dropFirst(Int(count)) }
            return Array(rest.prefix(Int(count)))
        }
        guard let kind = number(1), let inode = number(8), let first = text(), let second = text(),
            rest.isEmpty
        else { return nil }
        switch kind {
        case 1: self = .made(first)
        case 2: self = .wrote(first, content: second)
        case 3: self = .moved(from: first, to: second, inode: inode)
        case 4: self = .madeDirectory(first)
        case 5: self = .obsolete(first, inode: inode)
        default: return nil
        }
    }

    /// Undoes the step; false if that has to be left to a process with the permission.
    func undo(in territory: Territory) -> Bool {
        switch self {
        case .made(let path): return Self.remove(path, territory)
        case .wrote(let path, let content):
            guard let file = try? territory.entry(path).open(O_RDONLY) else { return true }
            let found = Disk.read(file.number, limit: content.count + 1)
            // Another program may have written under the name that was about to be used.
            guard content.starts(with: found) else { return true }
            return Self.remove(path, territory)
        case .moved(let from, let to, let inode):
            return Self.takeBack(to, from, inode, territory)
        case .madeDirectory(let path):
            _ = try? territory.entry(path).removeDirectory()
            return true
        case .obsolete: return true
        }
    }

    private static func takeBack(
        _ from: [UInt8],
        _ to: [UInt8],
        _ inode: UInt64,
        _ territory: Territory
    ) -> Bool {
        let entry: DirectoryEntry
        do throws(SystemError) {
            entry = try territory.entry(from)
            guard try entry.stat?.inode == inode else { return true }
        } catch {
            // The directory may have been on its way to the disk when the power was cut.
            if error.code == ENOENT, territory.isBelowRoot(from) { return true }
            // A file that cannot be reached may still be there.
            return (try? territory.entry(to).stat)?.inode == inode
        }
        guard let place = try? territory.entry(to) else { return false }
        // After a power cut btrfs can have a file at both places of a move that was under way.
        return isSameFile(entry, place) ? entry.remove() == 0 : moveBack(entry, place)
    }

    private static func isSameFile(_ entry: DirectoryEntry, _ other: DirectoryEntry) -> Bool {
        guard let one = try? entry.stat, let another = try? other.stat else { return false }
        return one.inode == another.inode && one.device == another.device
    }

    /// Removes a file; returns whether it does not exist now.
    private static func remove(_ path: [UInt8], _ territory: Territory) -> Bool {
        do {
            return [0, ENOENT].contains(try territory.entry(path).remove())
        } catch {
            return error.code == ENOENT
        }
    }

    /// Moves a file back; if another file has taken its place, it gets a name beside that file.
    private static func moveBack(_ from: DirectoryEntry, _ to: DirectoryEntry) -> Bool {
        for attempt in 0..<1_000 {
            do {
                try from.rename(to: to.renamed(NumberedName(to.name.bytes).attempt(attempt)))
                return true
            } catch {
                guard error.code == EEXIST else { return error.code == ENOENT }
            }
        }
        return false
    }

    /// Carries out the step if it had to wait until everything else was durable.
    func conclude(in territory: Territory) -> Bool {
        guard case .obsolete(let path, let inode) = self, let entry = try? territory.entry(path),
            (try? entry.stat)?.inode == inode
        else { return true }
        return [0, ENOENT].contains(entry.remove())
    }
}

/// A file's name, and similar ones in case it is taken: `IMG_1.JPG`, `IMG_1 2.JPG`.
struct NumberedName {
    let stem: [UInt8]
    /// The extension with its dot; empty if the name does not have one.
    let ending: [UInt8]

    init(_ name: [UInt8]) {
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
        stem = Array(name[..<(dot ?? name.count)])
        ending = Array(name[(dot ?? name.count)...])
    }

    /// Returns the name itself for 0, then names numbered from 2 on; a name that is too long is cut between two
    /// characters.
    ///
    /// `most`: The maximum number of bytes.
    func attempt(_ number: Int, most: Int = Int(NAME_MAX)) -> [UInt8] {
        Self.stem(stem, number, most: most - ending.count) + ending
    }

    /// Returns a stem that is numbered in the same way.
    static func stem(_ stem: [UInt8], _ number: Int, most: Int) -> [UInt8] {
        let suffix = number == 0 ? [] : Array(" \(number + 1)".utf8)
        guard stem.count + suffix.count > most else { return stem + suffix }
        var end = max(most - suffix.count, 1)
        while end > 1, end < stem.count, stem[end] & 0xC0 == 0x80 { end -= 1 }
        return stem.prefix(end) + suffix
    }
}
