internal import Catalogue

/// The known files of one directory by name, built to look up each of them once.
///
/// A directory may have a million files, so only two numbers are kept of each: one computed from its name, and one from
/// everything by which a change is noticed. Both depend on a key that is unknown outside this process.
struct NameTable {
    private struct Entry {
        let name: UInt64
        let signature: FileSignature
    }

    /// The known files; after ``index()``, entries whose numbers begin with the same bits are adjacent.
    private var entries: [Entry] = []
    /// The position of the first entry for each value of these bits.
    private var starts: [Int32] = []
    private var shift: UInt64 = 63
    private var isSeen: [Bool] = []
    private var seenCount = 0
    /// Names that were looked up and are not known.
    private var new: Set<UInt64> = []
    /// Names without a known file that are on their way to the catalogue, in order, and whether they were looked up.
    private var expected: [(name: [UInt8], isSeen: Bool)] = []
    /// The positions in ``expected`` by the numbers of the names.
    private var expectedPositions: [UInt64: Int] = [:]

    /// Reserves capacity for a number of known files.
    mutating func reserve(_ count: Int) { entries.reserveCapacity(count) }

    mutating func insert(_ file: FileRecord, hasStableInode: Bool) {
        let signature = FileSignature(file, hasStableInode: hasStableInode)
        entries.append(Entry(name: Self.number(of: file.name), signature: signature))
    }

    /// Inserts a name without a known file, unless the table has it.
    mutating func insert(name: [UInt8]) {
        let number = Self.number(of: name)
        guard !contains(number) else { return }
        expectedPositions[number] = expected.count
        expected.append((name, false))
    }

    /// Inserts a name that was just looked up and not found.
    mutating func insertSeen(_ name: [UInt8]) { new.insert(Self.number(of: name)) }

    /// Orders the known files after the last of them was inserted.
    mutating func index() {
        isSeen = [Bool](repeating: false, count: entries.count)
        var bits: UInt64 = 1
        while 1 << (bits + 3) < entries.count { bits += 1 }
        shift = 64 - bits
        starts = [Int32](repeating: 0, count: 1 << Int(bits) + 1)
        for entry in entries { starts[Int(entry.name >> shift) + 1] += 1 }
        for place in 1..<starts.count { starts[place] += starts[place - 1] }
        distribute()
    }

    /// Moves each entry to the group of those whose numbers begin with the same bits, without space for a copy.
    private mutating func distribute() {
        var next = starts
        for place in 0..<starts.count - 1 {
            while next[place] < starts[place + 1] {
                let position = Int(next[place])
                let home = Int(entries[position].name >> shift)
                if home != place { entries.swapAt(position, Int(next[home])) }
                next[home] += 1
            }
        }
    }

    private static func number(of name: [UInt8]) -> UInt64 {
        var hasher = Hasher()
        unsafe name.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    private func contains(_ number: UInt64) -> Bool {
        position(of: number) != nil || new.contains(number) || expectedPositions[number] != nil
    }

    /// Looks a name up and marks it as seen.
    ///
    /// - Returns: The known signature, ``FileSignature/none`` while the file is on its way; nil for a new name.
    mutating func find(_ name: [UInt8]) -> FileSignature? {
        let number = Self.number(of: name)
        if let position = position(of: number) {
            if !isSeen[position] { seenCount += 1 }
            isSeen[position] = true
            return entries[position].signature
        }
        if !expected.isEmpty, let position = expectedPositions[number] {
            expected[position].isSeen = true
            return FileSignature.none
        }
        return new.contains(number) ? FileSignature.none : nil
    }

    private func position(of number: UInt64) -> Int? {
        guard !entries.isEmpty else { return nil }
        let place = Int(number >> shift)
        return (Int(starts[place])..<Int(starts[place + 1])).first { entries[$0].name == number }
    }

    /// Whether known files were never looked up.
    var hasUnseenFiles: Bool { seenCount < entries.count }

    /// Whether a known file was never looked up.
    func isUnseen(_ name: [UInt8]) -> Bool {
        position(of: Self.number(of: name)).map { !isSeen[$0] } ?? false
    }

    /// The names on their way to the catalogue that were never looked up.
    var unseenNames: [[UInt8]] { expected.filter { !$0.isSeen }.map(\.name) }
}
