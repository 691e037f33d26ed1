internal import GRDB
internal import PhotoModel

/// All directories of a catalogue, by ID and by place.
///
/// A library may have a hundred thousand directories, and all are kept while it is followed: so each is a row of one
/// array, and their names lie one after another in another array.
package struct DirectoryTable: Sendable {
    /// The IDs in ascending order, at the same positions as their ``rows``.
    private var ids: [Int64] = []
    private var rows: [Row] = []
    private var names: [UInt8] = []
    private var lostNameBytes = 0
    /// The first row of each chain of rows whose parents and names hash alike, or -1.
    private var chains: [Int32] = [-1]

    init() {}

    /// The directory with an ID.
    package internal(set) subscript(id: Int64) -> DirectoryRecord? {
        get { position(of: id).map(record) }
        set {
            guard let newValue else { return remove([id]) }
            if let known = position(of: id) { replace(known, newValue) } else { insert(newValue) }
        }
    }

    /// All directories in the order of their IDs.
    package var values: some Sequence<DirectoryRecord> { ids.indices.lazy.map(record) }

    /// Returns the ID of a directory's parent; nil for a root, and for an unknown directory.
    package func parent(of id: Int64) -> Int64? {
        position(of: id).flatMap { rows[$0].parent == 0 ? nil : rows[$0].parent }
    }

    /// Returns the kinds of files that are or were in a directory; called for each new file.
    func companions(of id: Int64) -> Companions? {
        position(of: id).map { Companions(rawValue: Int64(rows[$0].companions)) }
    }

    /// Returns the directory with a name in a parent, even a removed one, but not one that is being moved elsewhere.
    func directory(_ name: [UInt8], in parent: Int64) -> DirectoryRecord? {
        var found: Int?
        var next = chains[chain(parent, name[...])]
        while next >= 0 {
            let position = Int(next)
            let row = rows[position]
            if row.parent == parent, !row.flags.contains(.detached), names[row.range] == name[...] {
                found = min(found ?? position, position)
            }
            next = row.next
        }
        return found.map(record)
    }

    /// Forgets directories.
    mutating func remove(_ gone: Set<Int64>) {
        let kept = values.filter { !gone.contains($0.id) }
        guard kept.count < ids.count else { return }
        self = Self()
        for record in kept { insert(record) }
    }

    /// Throws if a directory lies in itself, directly or through others, which no program writes.
    func requireTree() throws {
        // The walk on which each row was reached; the rows of earlier walks lead to a root.
        var ways = [Int32](repeating: 0, count: rows.count)
        for start in rows.indices where ways[start] == 0 {
            let way = Int32(start + 1)
            var next: Int? = start
            while let position = next, ways[position] == 0 {
                ways[position] = way
                next = rows[position].parent == 0 ? nil : self.position(of: rows[position].parent)
            }
            guard let position = next, ways[position] == way else { continue }
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT,
                message: "directory \(ids[position]) lies in itself"
            )
        }
    }

    private func position(of id: Int64) -> Int? {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < ids.count && ids[low] == id ? low : nil
    }

    private func record(_ position: Int) -> DirectoryRecord {
        rows[position].record(ids[position], Array(names[rows[position].range]))
    }

    private mutating func insert(_ record: DirectoryRecord) {
        if let last = ids.last, last >= record.id {
            // IDs only grow, but a reader has to accept what a catalogue contains.
            let all = (Array(values) + [record]).sorted { $0.id < $1.id }
            self = Self()
            for record in all { insert(record) }
            return
        }
        ids.append(record.id)
        rows.append(Row(record, nameStart: keep(record.name)))
        if rows.count > chains.count { index() } else { link(rows.count - 1) }
    }

    private mutating func replace(_ position: Int, _ record: DirectoryRecord) {
        let old = rows[position]
        let hasSameName = names[old.range] == record.name[...]
        if hasSameName, old.parent == record.parent ?? 0 {
            rows[position] = Row(record, nameStart: Int(old.nameStart))
            rows[position].next = old.next
            return
        }
        unlink(position)
        if !hasSameName { lostNameBytes += old.range.count }
        let start = hasSameName ? Int(old.nameStart) : keep(record.name)
        rows[position] = Row(record, nameStart: start)
        link(position)
        if lostNameBytes > names.count / 2 { packNames() }
    }

    private mutating func keep(_ name: [UInt8]) -> Int {
        defer { names.append(contentsOf: name) }
        return names.count
    }

    private mutating func packNames() {
        var packed: [UInt8] = []
        packed.reserveCapacity(names.count - lostNameBytes)
        for position in rows.indices {
            let name = names[rows[position].range]
            rows[position].nameStart = UInt32(packed.count)
            packed.append(contentsOf: name)
        }
        (names, lostNameBytes) = (packed, 0)
    }
}

extension DirectoryTable {
    private mutating func index() {
        var count = 64
        while count < rows.count { count *= 2 }
        chains = [Int32](repeating: -1, count: count)
        for position in rows.indices { link(position) }
    }

    private mutating func link(_ position: Int) {
        let chain = chain(rows[position].parent, names[rows[position].range])
        rows[position].next = chains[chain]
        chains[chain] = Int32(position)
    }

    private mutating func unlink(_ position: Int) {
        let chain = chain(rows[position].parent, names[rows[position].range])
        guard chains[chain] != position else {
            chains[chain] = rows[position].next
            return
        }
        var previous = Int(chains[chain])
        while rows[previous].next != position { previous = Int(rows[previous].next) }
        rows[previous].next = rows[position].next
    }

    private func chain(_ parent: Int64, _ name: ArraySlice<UInt8>) -> Int {
        var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(bitPattern: parent) &* 0x9E37_79B9_7F4A_7C15
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(chains.count - 1))
    }

    /// The properties of a directory, except its ID and the bytes of its name.
    private struct Row {
        let uuid: ObjectUUID
        /// The parent's ID, or zero.
        let parent: Int64
        let inode: Int64
        let born: Int64
        var nameStart: UInt32
        let root: Int32
        let volume: Int32
        let assetCount: Int32
        let childCount: Int32
        let addedCount: Int32
        /// The next row of the chain, or -1.
        var next: Int32 = -1
        let nameCount: UInt16
        let companions: UInt16
        let flags: Flags

        struct Flags: OptionSet {
            let rawValue: UInt8
            static let members = Self(rawValue: 1)
            static let removed = Self(rawValue: 2)
            static let detached = Self(rawValue: 4)
        }

        init(_ record: DirectoryRecord, nameStart: Int) {
            (uuid, parent) = (record.uuid, record.parent ?? 0)
            (inode, born) = (record.inode, record.born)
            self.nameStart = UInt32(nameStart)
            nameCount = UInt16(clamping: record.name.count)
            (root, volume) = (Int32(clamping: record.root), Int32(clamping: record.volume))
            assetCount = Int32(clamping: record.assetCount)
            childCount = Int32(clamping: record.childCount)
            addedCount = Int32(clamping: record.addedCount)
            companions = UInt16(clamping: record.companions.rawValue)
            var flags: Flags = []
            if record.hasMembers { flags.insert(.members) }
            if record.isRemoved { flags.insert(.removed) }
            if record.isDetached { flags.insert(.detached) }
            self.flags = flags
        }

        var range: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameCount) }

        func record(_ id: Int64, _ name: [UInt8]) -> DirectoryRecord {
            var record = DirectoryRecord()
            (record.id, record.uuid, record.name) = (id, uuid, name)
            (record.root, record.parent) = (Int64(root), parent == 0 ? nil : parent)
            (record.volume, record.inode, record.born) = (Int64(volume), inode, born)
            (record.assetCount, record.childCount) = (Int64(assetCount), Int64(childCount))
            record.addedCount = Int64(addedCount)
            record.companions = Companions(rawValue: Int64(companions))
            record.hasMembers = flags.contains(.members)
            record.isRemoved = flags.contains(.removed)
            record.isDetached = flags.contains(.detached)
            return record
        }
    }
}
