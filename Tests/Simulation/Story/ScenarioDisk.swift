internal import Kernel

/// What a scenario does to files, by their paths.
package struct ScenarioDisk {
    package struct NotFound: Error {
        let path: String
    }

    let kernel: SimulatedKernel
    /// Those that can be mounted anywhere.
    private let removable: [SimulatedDisk] = SimulatedDisk.Kind.all.enumerated().map {
        SimulatedDisk($1, identity: UInt64(7 + $0))
    }
    private let contents = ContentNumbers()

    package init(_ kernel: SimulatedKernel) {
        self.kernel = kernel
    }

    package func find(_ path: String) throws -> SimulatedInode {
        guard let inode = kernel.find(Array(path.utf8)) else { throw NotFound(path: path) }
        return inode
    }

    package func entry(_ path: String) throws -> SimulatedEntry {
        let (parent, name) = try split(path)
        guard let entry = parent.entries[name] else { throw NotFound(path: path) }
        return entry
    }

    private func split(_ path: String) throws -> (parent: SimulatedInode, name: FileName) {
        let parts = path.split(separator: "/")
        let parent = "/" + parts.dropLast().joined(separator: "/")
        return (try find(parent), FileName(String(parts.last ?? "")))
    }

    package func makeDirectory(_ path: String) throws {
        let (parent, name) = try split(path)
        kernel.makeDirectory(name, in: parent)
    }

    /// Makes a file and leaves it open.
    package func create(_ path: String) throws {
        let (parent, name) = try split(path)
        _ = kernel.create(name, in: parent)
    }

    /// Writes what no file held before to one that is open, and closes it.
    package func close(_ path: String) throws {
        try close(path, writing: contents.next())
    }

    private func close(_ path: String, writing content: SimulatedContent) throws {
        let entry = try entry(path)
        kernel.write(content, to: entry.inode)
        kernel.close(entry)
    }

    /// Makes something that is neither a file nor a directory.
    package func makePipe(_ path: String) throws {
        let (parent, name) = try split(path)
        _ = kernel.create(name, in: parent, .other)
    }

    /// Says whether a directory can be listed and watched.
    package func setReadable(_ path: String, _ isReadable: Bool) throws {
        let entry = try entry(path)
        entry.inode.isReadable = isReadable
        kernel.changeState(entry)
    }

    /// Makes and writes a file.
    package func save(_ path: String) throws {
        try create(path)
        try close(path)
    }

    /// Writes into a file that is there.
    package func overwrite(_ path: String) throws {
        kernel.open(try entry(path))
        try close(path)
    }

    package func copy(_ old: String, _ new: String) throws {
        let content = try find(old).content
        try create(new)
        try close(new, writing: content)
    }

    /// Gives a file a second name.
    package func link(_ old: String, _ new: String) throws {
        let (parent, name) = try split(new)
        kernel.link(try find(old), as: name, in: parent)
    }

    package func remove(_ path: String) throws { kernel.remove(try entry(path)) }

    package func rename(_ old: String, _ new: String) throws {
        let (parent, name) = try split(new)
        kernel.rename(try entry(old), to: name, in: parent)
    }

    package func exchange(_ one: String, _ other: String) throws {
        kernel.exchange(try entry(one), try entry(other))
    }

    /// Mounts the removable disk of a kind over a directory.
    package func mount(_ path: String, _ kind: String = "ext4") throws {
        guard let disk = removable.first(where: { $0.kind.description == kind }) else {
            throw NotFound(path: kind)
        }
        kernel.mount(disk, over: try find(path))
    }

    package func unmount(_ path: String) throws {
        let directory = try entry(path).inode
        for disk in removable { kernel.unmount(disk, from: directory) }
    }

    /// Shows a directory in place of another one as well.
    package func bind(_ path: String, over other: String) throws {
        kernel.bind(try find(path), over: try entry(other).inode)
    }

    package func unbind(_ path: String, from other: String) throws {
        kernel.unbind(try find(path), from: try entry(other).inode)
    }

    /// The media files that count below a directory, and the directories that hold them.
    package func media(below path: String) -> Set<String> {
        guard let directory = try? find(path),
            directory.entries[FileName(".nomedia")] == nil,
            !path.hasSuffix(".photoslibrary/resources")
        else { return [] }
        var found: Set<String> = []
        for (name, entry) in directory.entries
        where !name.description.hasPrefix(".") && name != FileName("@eaDir") {
            let path = "\(path)/\(name)"
            if entry.inode.kind == .directory {
                found.formUnion(media(below: path))
            } else if entry.inode.kind == .file, path.hasSuffix(".jpg") {
                found.insert(path)
            }
        }
        return found
    }
}

/// Numbers of contents, each given once.
private final class ContentNumbers {
    private var last: UInt64 = 0

    func next() -> SimulatedContent {
        last += 1
        return SimulatedContent(last, size: 10)
    }
}
