internal import Catalogue

/// A file that was found, with what it says.
struct FoundFile {
    var record: AssetRecord
    /// Whether it keeps its inode number: then it can be told under another name.
    var hasStableInode = true
    /// Whether it has other names too.
    var isLinked = false
    /// Whether nothing is known at its place.
    var isVacant = false
}

/// A file at a place where the catalogue does not have it.
final class Arrival {
    private(set) var record: AssetRecord
    let hasStableInode: Bool
    let isLinked: Bool
    /// The asset known at the place, whose file is another one.
    @Boxed var replaced: AssetRecord?
    var assignment = Assignment.undecided

    init(_ file: consuming FoundFile, replaced: AssetRecord? = nil) {
        (hasStableInode, isLinked) = (file.hasStableInode, file.isLinked)
        record = file.record
        self.replaced = replaced
    }

    /// Asked without a copy of what the assignment holds.
    var isUndecided: Bool { if case .undecided = assignment { true } else { false } }
    var replaces: Bool { if case .replaces = assignment { true } else { false } }

    /// The record, for the catalogue: of a file with one name nothing more is asked once it is decided.
    func takeRecord() -> AssetRecord {
        guard !isLinked else { return record }
        var taken = AssetRecord()
        swap(&taken, &record)
        return taken
    }
}

/// Which asset a file is.
indirect enum Assignment {
    case undecided
    case new
    /// Takes the place, and the identity, of the asset known at its path.
    case replaces
    /// Is this asset's file, come from elsewhere.
    case moved(AssetRecord)
    /// Is the file this asset had before another took its path.
    case returned(AssetRecord)
    /// Part of files that changed places, seen a part at a time: each asset goes to the place of a record.
    case swapped([(asset: AssetRecord, record: AssetRecord)])
    case revived(TombstoneRecord)

    /// The assets that leave their places.
    var movers: [AssetRecord] {
        switch self {
        case .moved(let asset), .returned(let asset): [asset]
        case .swapped(let places): places.map(\.asset)
        case .undecided, .new, .replaces, .revived: []
        }
    }
}

extension Assignment: CustomStringConvertible {
    /// For those who look for a fault.
    var description: String {
        switch self {
        case .undecided, .new: "new"
        case .replaces: "the asset of its place, with another file"
        case .moved(let asset): "asset \(asset.id), moved"
        case .returned(let asset): "asset \(asset.id), returned"
        case .swapped(let places): "swapped, \(places.map { ($0.asset.id, $0.record.id) })"
        case .revived(let tombstone): "asset \(tombstone.id), which had been removed"
        }
    }
}
