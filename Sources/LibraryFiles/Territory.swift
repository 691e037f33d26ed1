internal import Catalogue
internal import Glibc
internal import Kernel

/// The places a journal's steps are confined to: the library's folders, the trashes of this user, and the
/// files that the catalogue lists as being moved into the library.
///
/// The process that finds a journal did not write it, so a step is only carried out if both its ends lie here.
struct Territory {
    private struct Root {
        let path: [UInt8]
        /// The inode of the library's directory; 0 if it has not been read.
        let inode: Int64
    }

    private let roots: [Root]
    /// Files that are on their way into the library.
    let sources: Set<[UInt8]>

    init(_ writer: CatalogueWriter, sources: Set<[UInt8]> = []) {
        roots = writer.roots.values.map { root in
            Root(path: root.path, inode: writer.directories[root.directory]?.inode ?? 0)
        }
        self.sources = sources
    }

    func covers(_ step: FileStep) -> Bool {
        switch step {
        case .made(let path):
            return isInside(path) && Self.isStaging(path)
        case .madeDirectory(let path):
            return isInside(path)
        case .wrote(let path, _):
            return TrashPath(path)?.isNote == true
        case .moved(let from, let to, _):
            if isInside(to), sources.contains(from) { return true }
            return [from, to].allSatisfy { isInside($0) || TrashPath($0)?.isNote == false }
        case .obsolete(let path, _):
            return sources.contains(path) || TrashPath(path)?.isNote == true
        }
    }

    /// Whether a path leads below a root and not out again.
    private func isInside(_ path: [UInt8]) -> Bool { root(of: path) != nil }

    /// Whether a path leads below an existing root, so that a missing component no longer exists.
    func isBelowRoot(_ path: [UInt8]) -> Bool {
        guard let root = root(of: path) else { return false }
        return (try? directory(of: root)) != nil
    }

    private func root(of path: [UInt8]) -> Root? {
        guard Self.isPlain(path) else { return nil }
        return roots.first { path.starts(with: Self.directory($0.path)) }
    }

    private static func directory(_ path: [UInt8]) -> [UInt8] {
        path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
    }

    /// Whether a path is absolute and none of its components is empty, `.` or `..`.
    static func isPlain(_ path: [UInt8]) -> Bool {
        guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return false }
        return path.dropFirst().split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        ).allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }

    /// Returns a name for a file being created, which is not indexed.
    static func stagingName() -> [UInt8] { staging + Array(Disk.randomName().utf8) }

    private static let staging = Array(".heliograph-".utf8)

    private static func isStaging(_ path: [UInt8]) -> Bool {
        Disk.split(path).name.starts(with: staging)
    }

    /// Returns the entry that a path names, without following a symbolic link below a root or in a trash.
    ///
    /// - Throws: `EACCES` for a path that leads elsewhere.
    func entry(_ path: [UInt8]) throws(SystemError) -> DirectoryEntry {
        if let root = root(of: path) { return try entry(path, below: root) }
        if let place = TrashPath(path) { return try TrashDirectory.entry(place) }
        guard sources.contains(path) else { throw SystemError(code: EACCES) }
        return try DirectoryEntry(path)
    }

    private func entry(_ path: [UInt8], below root: Root) throws(SystemError) -> DirectoryEntry {
        var directory = try directory(of: root)
        let names = path.dropFirst(Self.directory(root.path).count)
            .split(separator: UInt8(ascii: "/"))
        for name in names.dropLast() {
            directory = try Disk.directory(FileName(Array(name)), in: directory.number)
        }
        return DirectoryEntry(Array(names.last ?? []), in: directory, at: path)
    }

    private func directory(of root: Root) throws(SystemError) -> Disk.Descriptor {
        let directory = try Disk.directory(root.path)
        let inode = Int64(bitPattern: try FileStat.of(descriptor: directory.number).inode)
        // Another directory at the root's path does not belong to the library.
        guard root.inode == 0 || root.inode == inode || !Self.hasStableInodes(directory) else {
            throw SystemError(code: ENOENT)
        }
        return directory
    }

    private static func hasStableInodes(_ directory: Disk.Descriptor) -> Bool {
        LinuxFileSystem.shared.identity(directory.number).map {
            FileSystemIdentity.hasStableInodes($0.type)
        } ?? true
    }
}
