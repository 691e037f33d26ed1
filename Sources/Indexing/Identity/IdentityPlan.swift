internal import Catalogue

/// The decisions about a group of files that were found together, and about the assets concerned.
struct IdentityPlan {
    /// Assets whose place is empty.
    var absent: [AssetRecord] = []
    private(set) var arrivals: [Arrival] = []
    /// Assets whose file is still at its place, possibly with other content.
    private(set) var stayed: [(before: AssetRecord, found: AssetRecord)] = []
    /// The IDs of ``stayed``.
    private(set) var staying: Set<Int64> = []
    /// Assets that are assigned to the place of an arrival.
    var moving: Set<Int64> = []
    /// Arrivals at the places of assets that first seemed to stay and then turned out to have moved.
    private(set) var leftBehind: [Int64: AssetRecord] = [:]
    /// Former files that are no longer needed as evidence.
    var forgotten: Set<Int64> = []
    /// Known files to check again, because the catalogue does not know everything about them.
    var rechecks: [FileRecord] = []
    /// The index of the first arrival whose decision was revoked.
    var firstReopened = Int.max
    private var arrivalAtPlace: [Int64: Int] = [:]
    /// The assets whose file was overwritten by a known file, by the inode of their own file.
    private var replacedByInode: [Int64: [AssetRecord]] = [:]

    mutating func stay(_ before: AssetRecord, _ found: consuming AssetRecord) {
        stayed.append((before, found))
        staying.insert(before.id)
    }

    mutating func append(_ arrival: Arrival) {
        if let replaced = arrival.replaced { arrivalAtPlace[replaced.id] = arrivals.count }
        arrivals.append(arrival)
    }

    /// The index of the arrival at the place of an asset.
    func arrival(atPlaceOf asset: Int64) -> Int? {
        arrivalAtPlace[asset].flatMap { arrivals[$0].replaced?.id == asset ? $0 : nil }
    }

    func isAbsent(_ asset: Int64) -> Bool { absent.contains { $0.id == asset } }

    /// Returns the file found at the place of an asset that seemed to stay there.
    func found(inPlaceOf asset: Int64) -> AssetRecord? {
        stayed.first { $0.before.id == asset }?.found
    }

    /// Returns the assets that had this file until another file overwrote it, as the catalogue knows them.
    func replaced(with identity: FileIdentity) -> [Int64] {
        (replacedByInode[identity.inode] ?? []).filter {
            $0.file.identity.isSameFile(as: identity)
        }.map(\.id)
    }

    /// Assigns assets to an exchange of places.
    mutating func swap(at index: Int, _ places: [(asset: AssetRecord, record: AssetRecord)]) {
        for (asset, _) in places { leaveBehind(asset.id) }
        arrivals[index].assignment = .swapped(places)
        moving.formUnion(places.map(\.asset.id))
    }

    /// Assigns an asset to the place of an arrival; the file in the asset's own place becomes an arrival too.
    mutating func take(_ asset: Int64) {
        moving.insert(asset)
        leaveBehind(asset)
        guard let index = arrivalAtPlace[asset], arrivals[index].replaced?.id == asset else {
            return
        }
        arrivals[index].replaced = nil
        if arrivals[index].replaces {
            arrivals[index].assignment = .undecided
            firstReopened = min(firstReopened, index)
        }
    }

    /// Revokes the decision that an asset stays: the file at its place belongs to another asset.
    private mutating func leaveBehind(_ asset: Int64) {
        guard staying.remove(asset) != nil,
            let index = stayed.firstIndex(where: { $0.before.id == asset })
        else { return }
        let (before, found) = stayed.remove(at: index)
        leftBehind[asset] = found.carryingOver(before)
    }

    /// Lets the asset at a path keep it when a known file was moved over the asset's own file, as the rule says.
    ///
    /// Whether that asset has itself moved away may depend on the same question in another place.
    mutating func giveReplacedPrecedence() {
        var isStable = false
        while !isStable {
            isStable = true
            for arrival in arrivals {
                guard let replaced = arrival.replaced, !moving.contains(replaced.id),
                    case .moved(let mover) = arrival.assignment
                else { continue }
                moving.remove(mover.id)
                arrival.assignment = .replaces
                isStable = false
            }
        }
        for arrival in arrivals {
            guard let replaced = arrival.replaced else { continue }
            if moving.contains(replaced.id) {
                arrival.replaced = nil
            } else {
                arrival.assignment = .replaces
                replacedByInode[replaced.file.identity.inode, default: []].append(replaced)
            }
        }
    }
}
