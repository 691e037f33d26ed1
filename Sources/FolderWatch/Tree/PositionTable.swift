/// A hash table of indices into an array of rows.
///
/// The keys are read from the rows, so that an entry costs little more than the four bytes of its index,
/// whereas a dictionary stores keys and values.
package struct PositionTable: Sendable {
    /// Returns the hash of the key of a row.
    package typealias Hash = (_ position: Int) -> UInt64

    /// Indices by hash, with linear probing; -1 for an empty slot.
    private var slots: [Int32] = []
    package private(set) var count = 0

    package init() {}

    /// Returns the row with a hash for which `isWanted` is true.
    package func position(_ hash: UInt64, where isWanted: (_ position: Int) -> Bool) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = home(of: hash)
        while slots[slot] >= 0 {
            let position = Int(slots[slot])
            if isWanted(position) { return position }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Inserts a row whose key is not in the table.
    package mutating func insert(_ position: Int, _ hash: Hash) {
        // At a load of seven eighths a search still ends after a few steps.
        if (count + 1) * 8 > slots.count * 7 { grow(hash) }
        place(position, hash)
        count += 1
    }

    /// Removes a row, which still has the key it was inserted with; does nothing if it is not in the table.
    package mutating func remove(_ position: Int, _ hash: Hash) {
        guard var free = slot(of: position, hash) else { return }
        slots[free] = -1
        count -= 1
        // Moves up entries that were displaced by the removed one.
        var next = (free + 1) & (slots.count - 1)
        while slots[next] >= 0 {
            let home = home(of: hash(Int(slots[next])))
            if (next - home) & (slots.count - 1) >= (next - free) & (slots.count - 1) {
                slots[free] = slots[next]
                slots[next] = -1
                free = next
            }
            next = (next + 1) & (slots.count - 1)
        }
    }

    /// Updates the index of a row that is about to be moved.
    package mutating func move(_ position: Int, to new: Int, _ hash: Hash) {
        guard let slot = slot(of: position, hash) else { return }
        slots[slot] = Int32(new)
    }

    private mutating func grow(_ hash: Hash) {
        let positions = slots.filter { $0 >= 0 }
        slots = Array(repeating: -1, count: max(slots.count * 2, 8))
        for position in positions { place(Int(position), hash) }
    }

    private mutating func place(_ position: Int, _ hash: Hash) {
        var slot = home(of: hash(position))
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(position)
    }

    private func slot(of position: Int, _ hash: Hash) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = home(of: hash(position))
        while slots[slot] >= 0, slots[slot] != position { slot = (slot + 1) & (slots.count - 1) }
        return slots[slot] >= 0 ? slot : nil
    }

    private func home(of hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    }
}
