internal import Kernel

/// The subdirectories of a directory, by name.
///
/// The name is read from the child, so an entry costs little more than a reference; most directories have no
/// subdirectories and cost nothing.
struct DirectoryChildren {
    private var kept: Kept?

    private final class Kept {
        var nodes: [DirectoryNode] = []
        var byName = PositionTable()

        func position(of name: PackedName) -> Int? {
            byName.position(Self.hash(name)) { nodes[$0].name == name }
        }

        static func hash(_ name: PackedName) -> UInt64 {
            UInt64(truncatingIfNeeded: name.hashValue)
        }
    }

    var count: Int { kept?.nodes.count ?? 0 }

    var isEmpty: Bool { kept == nil }

    /// A snapshot of the children, which may be changed while it is iterated.
    var all: [DirectoryNode] { kept?.nodes ?? [] }

    subscript(name: FileName) -> DirectoryNode? {
        guard let kept, let position = kept.position(of: PackedName(name.bytes)) else { return nil }
        return kept.nodes[position]
    }

    /// Inserts a child, replacing one with the same name.
    mutating func insert(_ child: DirectoryNode) {
        let kept = self.kept ?? Kept()
        self.kept = kept
        if let known = kept.position(of: child.name) {
            kept.nodes[known] = child
        } else {
            kept.nodes.append(child)
            kept.byName.insert(kept.nodes.count - 1) { [nodes = kept.nodes] in
                Kept.hash(nodes[$0].name)
            }
        }
    }

    /// Removes a child; does nothing unless its name belongs to it.
    mutating func remove(_ child: DirectoryNode) {
        guard let kept, let position = kept.position(of: child.name),
            kept.nodes[position] === child
        else { return }
        guard kept.nodes.count > 1 else { return removeAll() }
        let last = kept.nodes.count - 1
        kept.byName.remove(position) { [nodes = kept.nodes] in Kept.hash(nodes[$0].name) }
        kept.byName.move(last, to: position) { [nodes = kept.nodes] in Kept.hash(nodes[$0].name) }
        kept.nodes[position] = kept.nodes[last]
        kept.nodes.removeLast()
    }

    mutating func removeAll() {
        kept = nil
    }
}
