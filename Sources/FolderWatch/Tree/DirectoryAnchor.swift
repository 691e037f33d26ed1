internal import Kernel

/// A directory deep in the tree that is kept open for a while, so that those below it are opened by a short path.
///
/// Otherwise the cost of walking a tree would grow with the square of its depth.
final class DirectoryAnchor {
    /// The number of levels below the anchor that are opened from it.
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

    /// Opens a directory a few levels below; nil if it is not there or another directory has taken its place.
    func open(_ wanted: DirectoryNode, for use: FileUse) -> OpenDirectory? {
        guard let path = wanted.path(from: node, steps: Self.reach),
            let directory = try? OpenDirectory(path: path, below: descriptor, for: use, files),
            let found = try? directory.stat, wanted.isSame(found)
        else { return nil }
        return directory
    }
}
