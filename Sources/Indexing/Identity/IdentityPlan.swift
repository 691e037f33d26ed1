internal import Catalogue

/// What is to become of the files that were found together, and of the assets they concern.
struct IdentityPlan {
    /// Assets at whose places there is nothing.
    var absent: [AssetRecord] = []
    private(set) var arrivals: [Arrival] = []
    /// Assets whose file is where it was, perhaps with other content.
    private(set) var stayed: [(before: AssetRecord, found: AssetRecord)] = []
    /// The numbers of ``stayed``.
    private(set) var staying: Set<Int64> = []
    /// Assets that go to the place of an arrival.
    var moving: Set<Int64> = []
    /// What was found at the places of assets that seemed to stay, until they proved to be elsewhere.
    private(set) var leftBehind: [Int64: AssetRecord] = [:]
    /// Former files that have served their purpose.
    var forgotten: Set<Int64> = []
    /// Known files that are to be looked at again, for there is more to them than the catalogue knows.
    var rechecks: [FileRecord] = []
    /// The first of the arrivals that were decided and are not any more.
    var firstReopened = Int.max
    private var arrivalAtPlace: [Int64: Int] = [:]
    /// The assets another file came over, by the inode of their own.
    private var replacedByInode: [Int64: [AssetRecord]] = [:]

    mutating func stay(_ before: AssetRecord, _ found: consuming AssetRecord) {
        stayed.append((before, found))
        staying.insert(before.id)
    }

    mutating func append(_ arrival: Arrival) {
        if let replaced = arrival.replaced { arrivalAtPlace[replaced.id] = arrivals.count }
        arrivals.append(arrival)
    }

    /// The arrival at the place of an asset, by its position.
    func arrival(atPlaceOf asset: Int64) -> Int? {
        arrivalAtPlace[asset].flatMap { arrivals[$0].replaced?.id == asset ? $0 : nil }
    }

    func isAbsent(_ asset: Int64) -> Bool { absent.contains { $0.id == asset } }

    /// What was found at the place of an asset that seemed to stay there.
    func found(inPlaceOf asset: Int64) -> AssetRecord? {
        stayed.first { $0.before.id == asset }?.found
    }

    /// The asset whose file this was until another came over it.
    func replaced(with identity: FileIdentity) -> Int64? {
        replacedByInode[identity.inode]?.first { $0.file.identity.isSameFile(as: identity) }?.id
    }

    /// Assets of which it is decided that they take part in an exchange of places.
    mutating func swap(at index: Int, _ places: [(asset: AssetRecord, record: AssetRecord)]) {
        for (asset, _) in places { leaveBehind(asset.id) }
        arrivals[index].assignment = .swapped(places)
        moving.formUnion(places.map(\.asset.id))
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
            arrivals[index].assignment = .undecided
            firstReopened = min(firstReopened, index)
        }
    }

    /// An asset that seemed to stay does not: the file at its place is another's.
    private mutating func leaveBehind(_ asset: Int64) {
        guard staying.remove(asset) != nil,
            let index = stayed.firstIndex(where: { $0.before.id == asset })
        else { return }
        let (before, found) = stayed.remove(at: index)
        leftBehind[asset] = found.carryingOver(before)
    }

    /// A known file moved over another does not take its place: the asset of the path stays, by
    /// rule.
    ///
    /// Whether that asset itself moved away may depend on the same question elsewhere.
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
