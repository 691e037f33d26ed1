internal import Kernel

/// The paths at which directories were found: bind mounts can show a directory at several, of which the catalogue has
/// one.
struct DirectoryPlaces {
    private struct Directory: Hashable {
        let device, inode: UInt64
    }

    private let knownFiles: Set<FileName>
    private var paths: [Directory: [[UInt8]]] = [:]
    /// The directories that were found at several paths, by each of these paths.
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

    /// Returns whether a file that the catalogue lacks at its path is known at another path of the same directory.
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
