internal import Catalogue

/// A file found on disk, with the metadata read from it.
struct FoundFile {
    var record: AssetRecord
    /// Whether the file system keeps inode numbers, so that the file is recognised under another name.
    var hasStableInode = true
    /// Whether the file has other hard links.
    var isLinked = false
    /// Whether the catalogue knows no file at its place.
    var isVacant = false
}

/// A file at a place where the catalogue does not know it.
final class Arrival {
    private(set) var record: AssetRecord
    let hasStableInode: Bool
    let isLinked: Bool
    /// The asset known at that place, whose own file is a different one.
    @Boxed var replaced: AssetRecord?
    var assignment = Assignment.undecided

    init(_ file: consuming FoundFile, replaced: AssetRecord? = nil) {
        (hasStableInode, isLinked) = (file.hasStableInode, file.isLinked)
        record = file.record
        self.replaced = replaced
    }

    /// Avoids copying the payload of the assignment.
    var isUndecided: Bool { if case .undecided = assignment { true } else { false } }
    var replaces: Bool { if case .replaces = assignment { true } else { false } }

    /// Consumes the record to write; a file with one hard link is not needed after it was decided about.
    func takeRecord() -> AssetRecord {
        guard !isLinked else { return record }
        var taken = AssetRecord()
        swap(&taken, &record)
        return taken
    }
}

/// The asset that a file was matched to.
indirect enum Assignment {
    case undecided
    /// None: another file has taken its place since it was opened.
    case outdated
    case new
    /// The asset known at the file's path, whose identity the file takes over.
    case replaces
    /// An asset whose file has moved here.
    case moved(AssetRecord)
    /// An asset whose file was replaced by this one and renamed.
    case renamed(AssetRecord)
    /// An asset whose former file this was before another file took its path.
    case returned(AssetRecord)
    /// An exchange of places of which a part was seen earlier: each asset moves to the place of a record.
    case swapped([(asset: AssetRecord, record: AssetRecord)])
    case revived(TombstoneRecord)

    /// The assets that leave their place.
    var movers: [AssetRecord] {
        switch self {
        case .moved(let asset), .renamed(let asset), .returned(let asset): [asset]
        case .swapped(let places): places.map(\.asset)
        case .undecided, .outdated, .new, .replaces, .revived: []
        }
    }
}

extension Assignment: CustomStringConvertible {
    /// A description for the debug log.
    var description: String {
        switch self {
        case .undecided, .new: "new"
        case .outdated: "another file by now"
        case .replaces: "the asset of its place, with another file"
        case .moved(let asset): "asset \(asset.id), moved"
        case .renamed(let asset): "asset \(asset.id), replaced and renamed"
        case .returned(let asset): "asset \(asset.id), returned"
        case .swapped(let places): "swapped, \(places.map { ($0.asset.id, $0.record.id) })"
        case .revived(let tombstone): "asset \(tombstone.id), which had been removed"
        }
    }
}
