internal import Kernel

/// A directory deep in the tree that stays open for a while, to open those below it by a short path;
/// otherwise the cost of a tree grows with the square of its depth.
final class DirectoryAnchor {
    /// The number of levels below it that are opened from it.
    static let reach = 16

    private let node: DirectoryNode
    private let descriptor: Int32
    private let files: any FileSystemCalls

    /// Duplicates the descriptor of an open directory that was verified to be the node.
    init?(_ node: DirectoryNode, _ opened: borrowing OpenDirectory, _ files: any FileSystemCalls) {
        let copy = opened.duplicate()
        guard copy >= 0 else { return nil }
        (self.node, descriptor, self.files) = (node, copy, files)
    }

    deinit {
        files.close(descriptor)
    }

    /// Opens a directory a few levels below; nil if it does not lie there or is a different directory by now.
    func open(_ wanted: DirectoryNode, for use: FileUse) -> OpenDirectory? {
        guard let path = wanted.path(from: node, steps: Self.reach),
            let directory = try? OpenDirectory(path: path, below: descriptor, for: use, files),
            let found = try? directory.stat, wanted.isSame(found)
        else { return nil }
        return directory
    }
}
