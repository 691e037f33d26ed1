internal import Catalogue
internal import FolderWatch
internal import Kernel

/// A file at a place where the catalogue does not have it.
final class Arrival {
    indirect enum Fate {
        case undecided
        case new
        /// Takes the place, and the identity, of the asset known at its path.
        case replaces
        /// Is this asset's file, come from elsewhere.
        case moved(AssetRecord)
        /// Is the file this asset had before another took its path.
        case returned(AssetRecord)
        /// Part of files that changed places, seen a part at a time: each asset goes to the place of a
        /// record.
        case exchanged([(asset: AssetRecord, record: AssetRecord)])
        case revived(TombstoneRecord)

        /// For those who look for a fault.
        var description: String {
            switch self {
            case .undecided, .new: "new"
            case .replaces: "the asset of its place, with another file"
            case .moved(let asset): "asset \(asset.id), moved"
            case .returned(let asset): "asset \(asset.id), returned"
            case .exchanged(let places): "exchanged, \(places.map { ($0.asset.id, $0.record.id) })"
            case .revived(let tombstone): "asset \(tombstone.id), which had been removed"
            }
        }

        /// The assets that leave their places.
        var movers: [AssetRecord] {
            switch self {
            case .moved(let asset), .returned(let asset): [asset]
            case .exchanged(let places): places.map(\.asset)
            default: []
            }
        }
    }

    /// Asked without a copy of what the fate holds.
    var isUndecided: Bool { if case .undecided = fate { true } else { false } }
    var replaces: Bool { if case .replaces = fate { true } else { false } }

    private(set) var record: AssetRecord
    /// The file keeps its inode number: it can be told under another name.
    let hasStableInode: Bool
    /// The file has other names too.
    let isLinked: Bool
    /// The asset known at the place, whose file is another one.
    @Boxed var replaced: AssetRecord?
    var fate = Fate.undecided

    /// The record, for the catalogue: of a file with one name nothing more is asked once it is decided.
    func takeRecord() -> AssetRecord {
        guard !isLinked else { return record }
        var taken = AssetRecord()
        swap(&taken, &record)
        return taken
    }

    init(
        record: consuming AssetRecord,
        _ observation: Observation,
        replaced: AssetRecord? = nil
    ) {
        self.record = consume record
        hasStableInode = observation.hasStableInode
        isLinked = (observation.stat?.links ?? 1) > 1
        self.replaced = replaced
    }
}

/// What is to become of the observations of one group.
struct GroupDecision {
    var absent: [AssetRecord] = []
    private(set) var arrivals: [Arrival] = []
    private var arrivalAtPlace: [Int64: Int] = [:]
    /// The first of the arrivals that were decided and are not any more.
    var firstReopened = Int.max
    /// Assets whose file is where it was, perhaps with other content.
    var stayed: [(before: AssetRecord, found: AssetRecord)] = []
    var staying: Set<Int64> = []
    var moving: Set<Int64> = []
    var reviving: Set<Int64> = []
    /// What was found at the places of assets that stayed there, until they proved to be elsewhere.
    var leftBehind: [Int64: AssetRecord] = [:]
    /// The assets another file came over in this group, by the inode of their own.
    private var replacedByInode: [Int64: [AssetRecord]] = [:]

    /// Keeps the assets whose places were taken at hand, once it is known which those are.
    mutating func noteReplaced() {
        for arrival in arrivals where arrival.replaces {
            guard let asset = arrival.replaced else { continue }
            replacedByInode[asset.file.identity.inode, default: []].append(asset)
        }
    }

    /// The asset whose file this was until another came over it in this group.
    func replaced(with identity: FileIdentity) -> Int64? {
        replacedByInode[identity.inode]?.first { $0.file.identity.isSameFile(as: identity) }?.id
    }

    func isAbsent(_ asset: Int64) -> Bool { absent.contains { $0.id == asset } }

    /// A known file moved over another does not take its place: the asset of the path stays, by
    /// rule.
    ///
    /// Whether that asset itself moved away may depend on the same question elsewhere.
    mutating func giveReplacedPrecedence() {
        var isStable = false
        while !isStable {
            isStable = true
            for index in arrivals.indices {
                guard let replaced = arrivals[index].replaced, !moving.contains(replaced.id),
                    case .moved(let mover) = arrivals[index].fate
                else { continue }
                moving.remove(mover.id)
                arrivals[index].fate = .replaces
                isStable = false
            }
        }
        for index in arrivals.indices {
            guard let replaced = arrivals[index].replaced else { continue }
            if moving.contains(replaced.id) {
                arrivals[index].replaced = nil
            } else {
                arrivals[index].fate = .replaces
            }
        }
    }

    mutating func append(_ arrival: Arrival) {
        if let replaced = arrival.replaced { arrivalAtPlace[replaced.id] = arrivals.count }
        arrivals.append(arrival)
    }

    /// An asset goes to a newcomer's place; what came to its own place is a newcomer too then.
    mutating func take(_ asset: Int64) {
        moving.insert(asset)
        leaveBehind(asset)
        guard let index = arrivalAtPlace[asset], arrivals[index].replaced?.id == asset else {
            return
        }
        arrivals[index].replaced = nil
        if arrivals[index].replaces {
            arrivals[index].fate = .undecided
            firstReopened = min(firstReopened, index)
        }
    }

    /// The arrival at the place of an asset, by its number.
    func arrival(atPlaceOf asset: Int64) -> Int? {
        arrivalAtPlace[asset].flatMap { arrivals[$0].replaced?.id == asset ? $0 : nil }
    }

    /// An asset that seemed to stay does not: the file at its place is another's.
    mutating func leaveBehind(_ asset: Int64) {
        guard staying.remove(asset) != nil,
            let index = stayed.firstIndex(where: { $0.before.id == asset })
        else { return }
        let (before, found) = stayed.remove(at: index)
        var record = found
        record.keep(before)
        leftBehind[asset] = record
    }
}
