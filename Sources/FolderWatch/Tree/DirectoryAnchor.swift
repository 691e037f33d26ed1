internal import Kernel

/// A directory far down that stays open for a while, so that those a little below it are opened from there and
/// not from the root: otherwise a tree costs the square of its depth.
final class DirectoryAnchor {
    /// How many levels below it are opened from it.
    static let reach = 16

    private let node: DirectoryNode
    private let descriptor: Int32
    private let files: any FileSystemCalls

    /// Keeps an open directory that was found to be the known one.
    init?(_ node: DirectoryNode, _ opened: borrowing OpenDirectory, _ files: any FileSystemCalls) {
        let copy = opened.duplicate()
        guard copy >= 0 else { return nil }
        (self.node, descriptor, self.files) = (node, copy, files)
    }

    deinit {
        files.close(descriptor)
    }

    /// Opens a directory that lies a little below; nil when it does not, or is another one by now.
    func open(_ wanted: DirectoryNode, for use: FileUse) -> OpenDirectory? {
        guard let path = wanted.path(from: node, steps: Self.reach),
            let directory = try? OpenDirectory(path: path, below: descriptor, for: use, files),
            let found = try? directory.stat, wanted.isSame(found)
        else { return nil }
        return directory
    }
}
