internal import Kernel

/// The directories in a directory, by name.
///
/// The name is asked of the child, so that one costs little more than the reference to it; most directories have
/// none, and cost nothing.
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

    /// As they are now, whatever becomes of them while they are gone through.
    var all: [DirectoryNode] { kept?.nodes ?? [] }

    subscript(name: FileName) -> DirectoryNode? {
        guard let kept, let position = kept.position(of: PackedName(name.bytes)) else { return nil }
        return kept.nodes[position]
    }

    /// Adds a child in place of one that has the same name.
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

    /// Removes a child; nothing happens when another one, or none, has its name.
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
