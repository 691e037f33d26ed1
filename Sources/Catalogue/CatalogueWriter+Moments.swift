internal import PhotoModel

extension CatalogueWriter {
    /// The version of the rules that moments are made by.
    private static let momentRules = "2"

    /// Reads whether moments are as the rules want them.
    func loadMoments() throws {
        keepsMoments =
            try prepare("SELECT 1 FROM status WHERE key = 'moments' AND value = ?")
            .bind(1, text: Self.momentRules).first { _ in true } ?? false
    }

    /// Notes an asset that comes, goes or changes, for the moments it was and will be in.
    func accountMoment(
        _ id: Int64,
        was: MomentClustering.Item?,
        isNow: MomentClustering.Item?
    ) {
        guard keepsMoments, was != isNow else { return }
        accounting.moments[id, default: Accounting.MomentChange(was: was)].isNow = isNow
    }

    /// Puts moments in the place of all there were, and keeps them up to date from now on.
    func replaceAllMoments(by new: [MomentRange]) throws {
        var old: [StoredMoment] = []
        try prepare("SELECT \(StoredMoment.columns) FROM moment ORDER BY startDate, startAsset")
            .forEach { old.append(StoredMoment($0)) }
        try replaceMoments(old, by: new)
        try setStatus("moments", Self.momentRules)
        keepsMoments = true
    }

    /// Decides anew about the moments that noted assets are or were in.
    func settleMoments() throws {
        let changes = accounting.moments.values.filter { $0.was != $0.isNow }
        guard !changes.isEmpty else { return }
        let order = try momentOrder ?? MomentOrder(statements.database)
        momentOrder = order
        var update = MomentUpdate(order, changes)
        let (old, new) = try update.run()
        try replaceMoments(old, by: new)
    }

    /// Puts moments in the place of others, which go on as those of the new ones they overlap with.
    private func replaceMoments(_ old: [StoredMoment], by new: [MomentRange]) throws {
        var left = old[...]
        var kept: [(StoredMoment, MomentRange)] = []
        var gone: [StoredMoment] = []
        var added: [MomentRange] = []
        for range in new {
            while let first = left.first, first.range.end < range.start {
                gone.append(left.removeFirst())
            }
            if let first = left.first, first.range.start <= range.end {
                kept.append((left.removeFirst(), range))
            } else {
                added.append(range)
            }
        }
        // Places in the order are unique: what goes makes room first.
        for moment in gone + left { try remove(moment) }
        for (moment, range) in kept where moment.range.start != range.start {
            try statements.moveMoment.bind(1, moment.id).bind(2, -moment.id).run()
        }
        for (moment, range) in kept where moment.range != range { try change(moment, to: range) }
        for range in added { try insert(range) }
    }

    private func insert(_ range: MomentRange) throws {
        // The number says when it came, as that of an asset.
        let id = next()
        let uuid = identifiers.next(at: now)
        try bind(range, to: try statements.insertMoment.bind(1, id)).bind(14, uuid.bytes).run()
    }

    private func change(_ moment: StoredMoment, to range: MomentRange) throws {
        try bind(range, to: try statements.updateMoment.bind(1, moment.id)).run()
        var keys: CollectionKeys = []
        if moment.range.place != range.place { keys.insert(.location) }
        let (was, isNow) = (moment.range.sum, range.sum)
        if was.members != isNow.members || was.count != isNow.count { keys.insert(.count) }
        if moment.range.start != range.start || moment.range.end != range.end {
            keys.insert(.dates)
        }
        guard moment.id <= committedSequence else { return }
        try recordChange(.collection(.moment, moment.id, moment.uuid, .changed(keys)))
    }

    private func remove(_ moment: StoredMoment) throws {
        try statements.deleteMoment.bind(1, moment.id).run()
        try recordChange(.collection(.moment, moment.id, moment.uuid, .removed()))
    }

    private func bind(_ range: MomentRange, to statement: SQLiteStatement) throws -> SQLiteStatement
    {
        let sum = range.sum
        return statement.bind(2, range.start.date).bind(3, range.start.asset)
            .bind(4, range.end.date).bind(5, range.end.asset)
            .bind(6, try offset(range.start)).bind(7, try offset(range.end))
            .bind(8, sum.count).bind(9, sum.members).bind(10, sum.located)
            .bind(11, sum.x).bind(12, sum.y).bind(13, sum.z)
    }

    /// Minutes from UTC where the asset was taken.
    private func offset(_ position: AssetPosition) throws -> Int64? {
        try statements.offsetOfAsset.bind(1, position.asset).first { $0.optionalInteger(0) } ?? nil
    }
}
