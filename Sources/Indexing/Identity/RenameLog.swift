/// The renames that events reported, in order, as long as their results have not been decided about.
///
/// An event only says where to look, and most files are recognised by their inodes. That fails for a file that was
/// replaced by another one and renamed before it was examined: neither its inode nor its place is known. Its identity
/// then follows from its names, by the rule that an asset continues with the file that takes its path.
struct RenameLog {
    private struct Rename {
        let from, to: FileLocation
        /// Whether the new name does not belong to a media file: the file leaves the library, as a copy that an editor
        /// keeps, or is on its way to another name.
        let isSetAside: Bool

        func isUndone(by next: Rename) -> Bool { from == next.to && to == next.from }
    }

    /// The maximum number of renames; the older half of them is dropped when it is reached.
    static let most = 4_096
    /// The maximum number of steps by which a file is followed back.
    private static let farthest = 64

    private var renames: [Rename] = []
    /// The number of renames whose results the catalogue knows by now.
    private var decided = 0
    /// The positions of the renames from or to a place, in ascending order.
    private var indices: [FileLocation: [Int]] = [:]

    var isEmpty: Bool { renames.isEmpty }

    mutating func append(from: FileLocation, to: FileLocation, isSetAside: Bool = false) {
        if renames.count == Self.most {
            let (kept, decided) = (renames[(Self.most / 2)...], self.decided - Self.most / 2)
            removeAll()
            for rename in kept { append(rename) }
            self.decided = max(decided, 0)
        }
        append(Rename(from: from, to: to, isSetAside: isSetAside))
    }

    private mutating func append(_ rename: Rename) {
        indices[rename.from, default: []].append(renames.count)
        indices[rename.to, default: []].append(renames.count)
        renames.append(rename)
    }

    mutating func removeAll() { (renames, indices, decided) = ([], [:], 0) }

    /// Records that everything reported so far has been decided about.
    ///
    /// `isMissing`: Whether a file is missing that may be on its way under other names.
    mutating func settle(isMissing: Bool) {
        if isMissing { decided = renames.count } else if !isEmpty { removeAll() }
    }

    /// Returns the asset that a file at a place belongs to according to its renames.
    ///
    /// Renames since everything was last decided are tried first, because the catalogue knows the results of the
    /// others. If they lead to no asset, a file that was set aside counts as a copy that an editor keeps: the file that
    /// came to its name belongs to the asset there.
    ///
    /// `known`: Returns the asset that the catalogue has at a place; `hasLeft` says whether a file was last seen to
    /// leave it, in which case an asset whose file is missing is not there any longer.
    /// Returns nil if no rename led to the place, or none came from the place of an asset.
    func origin<Asset>(
        of place: FileLocation,
        known: (_ place: FileLocation, _ hasLeft: Bool) throws -> Asset?
    ) rethrows -> Asset? {
        guard let last = indices[place]?.last else { return nil }
        for first in decided > 0 ? [decided, 0] : [0] where last >= first {
            for keepsAside in [false, true] {
                var search = Search(first: first, keepsAside: keepsAside)
                if let found = try occupant(of: place, before: renames.count, &search, known) {
                    return found
                }
            }
        }
        return nil
    }

    /// Returns whether the last rename of a place before another rename was from there.
    private func hasLeft(_ place: FileLocation, before index: Int) -> Bool {
        indices[place]?.last { $0 < index }.map { renames[$0].from == place } ?? false
    }

    private struct Search {
        /// The earliest rename that counts.
        let first: Int
        /// Whether the asset of a file that was set aside stays at its place.
        let keepsAside: Bool
        var steps = RenameLog.farthest
    }

    /// Returns the asset at a place before a rename.
    private func occupant<Asset>(
        of place: FileLocation,
        before index: Int,
        _ search: inout Search,
        _ known: (FileLocation, Bool) throws -> Asset?
    ) rethrows -> Asset? {
        search.steps -= 1
        guard search.steps > 0 else { return nil }
        let last = indices[place]?.last {
            $0 >= search.first && $0 < index && !(search.keepsAside && renames[$0].isSetAside)
        }
        guard let last else { return try known(place, hasLeft(place, before: search.first)) }
        let rename = renames[last]
        guard rename.from == place else {
            return try occupant(of: place, before: last, &search, known)
                ?? occupant(of: rename.from, before: last, &search, known)
        }
        // The kernel reports an exchange as two renames, one right after the other.
        guard last > search.first, renames[last - 1].isUndone(by: rename) else { return nil }
        return try occupant(of: rename.to, before: last - 1, &search, known)
    }
}
