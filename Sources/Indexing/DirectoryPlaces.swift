internal import Kernel

/// The paths at which directories were found: by a bind mount one can be at several, and the catalogue has it at one.
struct DirectoryPlaces {
    private struct Directory: Hashable {
        let device, inode: UInt64
    }

    private let knownFiles: Set<FileName>
    private var paths: [Directory: [[UInt8]]] = [:]
    /// Only of directories that are at several paths: those at the others.
    private var others: [FileName: Directory] = [:]

    /// `knownFiles`: The paths at which the catalogue has files.
    init(knownFiles: Set<FileName>) {
        self.knownFiles = knownFiles
    }

    /// Adds a directory at a path, relative to its root.
    mutating func add(_ path: [UInt8], _ stat: FileStat) {
        let directory = Directory(device: stat.device, inode: stat.inode)
        paths[directory, default: []].append(path)
        guard let found = paths[directory], found.count > 1 else { return }
        for path in found { others[FileName(path)] = directory }
    }

    /// Returns whether a file that is not in the catalogue is there at another path of its directory.
    func knowElsewhere(_ finding: AuditFinding) -> Bool {
        guard finding.kind == .missing, !others.isEmpty else { return false }
        let slash = finding.path.lastIndex(of: UInt8(ascii: "/"))
        let directory = slash.map { Array(finding.path[..<$0]) } ?? []
        let name = finding.path[(slash.map { $0 + 1 } ?? 0)...]
        guard let own = others[FileName(directory)], let paths = paths[own] else { return false }
        return paths.contains { path in
            knownFiles.contains(FileName(path.isEmpty ? Array(name) : path + [0x2F] + name))
        }
    }
}
