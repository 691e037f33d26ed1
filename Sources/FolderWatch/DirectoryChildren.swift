/// The directories in a directory, by name.
///
/// The name is asked of the child, so that one costs little more than the reference to it.
struct DirectoryChildren {
    /// Each child at the place of its name or, with none free between, after it.
    private var slots: [DirectoryNode?] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    var all: some Sequence<DirectoryNode> { slots.lazy.compactMap { $0 } }

    subscript(name: FileName) -> DirectoryNode? {
        slots.isEmpty ? nil : slots[slot(of: PackedName(name.bytes))]
    }

    /// Adds a child in place of one that has the same name.
    mutating func insert(_ child: DirectoryNode) {
        // Seven eighths full, a search still ends after a few steps.
        if (count + 1) * 8 > slots.count * 7 { grow() }
        let slot = slot(of: child.name)
        if slots[slot] == nil { count += 1 }
        slots[slot] = child
    }

    /// Removes a child; nothing happens when another one, or none, has its name.
    mutating func remove(_ child: DirectoryNode) {
        guard !slots.isEmpty else { return }
        var free = slot(of: child.name)
        guard slots[free] === child else { return }
        slots[free] = nil
        count -= 1
        // Who was put further on for want of this place moves up.
        var next = (free + 1) & (slots.count - 1)
        while let other = slots[next] {
            if (next - home(of: other.name)) & (slots.count - 1) >= (next - free)
                & (slots.count - 1)
            {
                slots[free] = other
                slots[next] = nil
                free = next
            }
            next = (next + 1) & (slots.count - 1)
        }
    }

    mutating func removeAll() {
        (slots, count) = ([], 0)
    }

    private mutating func grow() {
        let children = Array(all)
        slots = Array(repeating: nil, count: max(slots.count * 2, 2))
        for child in children { slots[slot(of: child.name)] = child }
    }

    /// Where the child of a name is, or would be.
    private func slot(of name: PackedName) -> Int {
        var slot = home(of: name)
        while let other = slots[slot], other.name != name { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private func home(of name: PackedName) -> Int { name.hashValue & (slots.count - 1) }
}
