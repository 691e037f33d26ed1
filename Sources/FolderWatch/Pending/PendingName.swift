internal import Kernel

/// A name in a directory that may have changed and has to be checked.
struct PendingName: Hashable {
    /// The directory that contains the name.
    let node: DirectoryNode
    let name: FileName

    init(node: DirectoryNode, name: FileName) {
        (self.node, self.name) = (node, name)
    }

    /// The name of a directory in its parent; nil for a root and for a detached directory.
    init?(of child: DirectoryNode) {
        guard let parent = child.parent else { return nil }
        self.init(node: parent, name: FileName(child.name.bytes))
    }

    static func == (a: PendingName, b: PendingName) -> Bool {
        a.node === b.node && a.name == b.name
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(node.id)
        hasher.combine(name)
    }
}
