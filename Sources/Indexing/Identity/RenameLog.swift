/// The renames that events told of, in their order, as far as what they led to is not decided.
///
/// An event tells only where to look, and most files are recognised by their inodes. A file that was replaced by
/// another one and renamed before anybody looked cannot be: neither its inode nor its place is known. Who it is follows
/// from its names then, by the rule that an asset goes on with the file that takes its path.
struct RenameLog {
    /// Of more renames the oldest are dropped, half of them at a time.
    static let most = 4_096
    /// How far back a file is followed.
    private static let farthest = 64

    private var renames: [(from: FileLocation, to: FileLocation)] = []
    /// The renames from or to a place, by the order of all.
    private var indices: [FileLocation: [Int]] = [:]

    var isEmpty: Bool { renames.isEmpty }

    mutating func append(from: FileLocation, to: FileLocation) {
        if renames.count == Self.most {
            let kept = renames[(Self.most / 2)...]
            removeAll()
            for (from, to) in kept { append(from: from, to: to) }
        }
        indices[from, default: []].append(renames.count)
        indices[to, default: []].append(renames.count)
        renames.append((from, to))
    }

    mutating func removeAll() { (renames, indices) = ([], [:]) }

    /// Returns the place of the asset that a file at a place belongs to by its renames.
    ///
    /// `isKnown`: Returns whether there was an asset at a place before all renames.
    /// Returns nil if no rename led to the place, or none from where an asset was.
    func origin(
        of place: FileLocation,
        isKnown: (FileLocation) throws -> Bool
    ) rethrows -> FileLocation? {
        guard indices[place] != nil else { return nil }
        var steps = Self.farthest
        return try occupant(of: place, before: renames.count, &steps, isKnown)
    }

    /// Returns where the asset at a place came from, as it was before a rename.
    private func occupant(
        of place: FileLocation,
        before index: Int,
        _ steps: inout Int,
        _ isKnown: (FileLocation) throws -> Bool
    ) rethrows -> FileLocation? {
        steps -= 1
        guard steps > 0 else { return nil }
        guard let last = indices[place]?.last(where: { $0 < index }) else {
            return try isKnown(place) ? place : nil
        }
        guard renames[last].to == place else { return nil }
        return try occupant(of: place, before: last, &steps, isKnown)
            ?? occupant(of: renames[last].from, before: last, &steps, isKnown)
    }
}
