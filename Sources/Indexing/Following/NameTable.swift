internal import Catalogue

/// The known files of one directory by name, built to look each of them up once.
///
/// The names are stored back to back in one array, so that a directory costs three allocations however many
/// files it has.
struct NameTable {
    private struct Entry {
        var start: Int32
        var count: Int32
        var identity: FileIdentity
        var changed: Int64
        var isSeen = false
    }

    private var names: [UInt8] = []
    private var entries: [Entry] = []
    private var slots: [Int32] = []

    mutating func insert(_ file: FileRecord) {
        entries.append(
            Entry(
                start: Int32(names.count),
                count: Int32(file.name.count),
                identity: file.identity,
                changed: file.changed
            )
        )
        names.append(contentsOf: file.name)
        guard !slots.isEmpty else { return }
        if entries.count * 2 > slots.count { index() } else { place(entries.count - 1) }
    }

    /// Inserts a name without a known file, unless the table has it.
    mutating func insert(name: [UInt8]) {
        if !contains(name) { add(name) }
    }

    /// Inserts a name that was just looked up and not found.
    mutating func insertSeen(_ name: [UInt8]) {
        add(name)
        entries[entries.count - 1].isSeen = true
    }

    private mutating func add(_ name: [UInt8]) {
        var file = FileRecord()
        file.name = name
        insert(file)
    }

    /// Builds the index for ``find(_:)``; names inserted afterwards are indexed at once.
    mutating func index() {
        var size = 8
        while size < entries.count * 2 { size *= 2 }
        slots = [Int32](repeating: -1, count: size)
        for index in entries.indices { place(index) }
    }

    private mutating func place(_ index: Int) {
        let entry = entries[index]
        let range = Int(entry.start)..<Int(entry.start + entry.count)
        var slot = Self.hash(names[range]) & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
    }

    private static func hash(_ name: ArraySlice<UInt8>) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 29)
    }

    /// Returns whether the table has a name.
    func contains(_ name: [UInt8]) -> Bool { position(of: name) != nil }

    /// Looks a name up and marks it as seen.
    mutating func find(_ name: [UInt8]) -> (identity: FileIdentity, changed: Int64)? {
        guard let index = position(of: name) else { return nil }
        entries[index].isSeen = true
        return (entries[index].identity, entries[index].changed)
    }

    private func position(of name: [UInt8]) -> Int? {
        guard !slots.isEmpty else { return nil }
        var slot = Self.hash(name[...]) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            let entry = entries[index]
            let range = Int(entry.start)..<Int(entry.start + entry.count)
            if names[range].elementsEqual(name) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The names that were never looked up.
    var unseen: [[UInt8]] {
        entries.filter { !$0.isSeen }.map { Array(names[Int($0.start)..<Int($0.start + $0.count)]) }
    }
}
