import Kernel
import Simulation

/// What a scenario does to files, by their paths.
struct ScenarioDisk {
    struct NotFound: Error {
        let path: String
    }

    private let kernel: SimulatedKernel
    private let removable = SimulatedDisk(.ext4, identity: 7)

    init(_ kernel: SimulatedKernel) {
        self.kernel = kernel
    }

    func find(_ path: String) throws -> SimulatedInode {
        guard let inode = kernel.find(Array(path.utf8)) else { throw NotFound(path: path) }
        return inode
    }

    func entry(_ path: String) throws -> SimulatedEntry {
        let (parent, name) = try split(path)
        guard let entry = parent.entries[name] else { throw NotFound(path: path) }
        return entry
    }

    private func split(_ path: String) throws -> (parent: SimulatedInode, name: FileName) {
        let parts = path.split(separator: "/")
        let parent = "/" + parts.dropLast().joined(separator: "/")
        return (try find(parent), FileName(String(parts.last ?? "")))
    }

    func makeDirectory(_ path: String) throws {
        let (parent, name) = try split(path)
        kernel.makeDirectory(name, in: parent)
    }

    /// Makes a file and leaves it open.
    func create(_ path: String) throws {
        let (parent, name) = try split(path)
        _ = kernel.create(name, in: parent)
    }

    func close(_ path: String) throws {
        let entry = try entry(path)
        kernel.write(SimulatedContent(1, size: 10), to: entry.inode)
        kernel.close(entry)
    }

    /// Makes something that is neither a file nor a directory.
    func makePipe(_ path: String) throws {
        let (parent, name) = try split(path)
        _ = kernel.create(name, in: parent, .other)
    }

    /// Says whether a directory can be listed and watched.
    func setReadable(_ path: String, _ isReadable: Bool) throws {
        let entry = try entry(path)
        entry.inode.isReadable = isReadable
        kernel.changeState(entry)
    }

    /// Makes and writes a file.
    func save(_ path: String) throws {
        try create(path)
        try close(path)
    }

    func remove(_ path: String) throws { kernel.remove(try entry(path)) }

    func rename(_ old: String, _ new: String) throws {
        let (parent, name) = try split(new)
        kernel.rename(try entry(old), to: name, in: parent)
    }

    func exchange(_ one: String, _ other: String) throws {
        kernel.exchange(try entry(one), try entry(other))
    }

    /// Mounts the removable disk over a directory.
    func mount(_ path: String) throws { kernel.mount(removable, over: try find(path)) }

    func unmount(_ path: String) throws {
        kernel.unmount(removable, from: try entry(path).inode)
    }

    /// The media files that count below a directory, and the directories that hold them.
    func media(below path: String) -> Set<String> {
        guard let directory = try? find(path),
            directory.entries[FileName(".nomedia")] == nil
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
