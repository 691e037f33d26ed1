internal import PhotoModel

extension CatalogueWriter {
    /// The version of the rules that moments are made by.
    private static let momentRules = "1"

    /// Reads whether moments are as the rules want them.
    func loadMoments() throws {
        keepsMoments =
            try prepare("SELECT 1 FROM status WHERE key = 'moments' AND value = ?")
            .bind(1, text: Self.momentRules).first { _ in true } ?? false
    }

    /// Notes an asset that comes, goes or changes, for the moments it was and will be in.
    func accountMoments(before: AssetRecord?, after: AssetRecord?) {
        guard keepsMoments else { return }
        let (was, isNow) = (before?.momentItem, after?.momentItem)
        guard was?.position != isNow?.position || was?.point != isNow?.point else { return }
        for item in [was, isNow] { if let item { accounting.moments.insert(item.position) } }
    }

    /// Makes the moments of all assets anew.
    func rebuildMoments() throws {
        var items: [MomentClustering.Item] = []
        try prepare(MomentClustering.Item.select).forEach {
            items.append(MomentClustering.Item($0))
        }
        let stored = try StoredMoments(statements.momentsFrom, from: .first)
        var old: [StoredMoment] = []
        while let moment = try stored.next(before: nil) { old.append(moment) }
        try replaceMoments(old, by: MomentClustering.moments(of: items))
        try setStatus("moments", Self.momentRules)
        keepsMoments = true
    }

    /// Decides anew about the moments that noted assets are or were in.
    func settleMoments() throws {
        guard !accounting.moments.isEmpty else { return }
        var touched = accounting.moments.sorted()[...]
        while let first = touched.first {
            let start = try startOfMoment(before: first) ?? .first
            let (old, new) = try scan(from: start, &touched)
            try replaceMoments(old, by: new)
        }
    }

    /// Where the last moment begins that begins before a position.
    private func startOfMoment(before position: AssetPosition) throws -> AssetPosition? {
        try statements.momentBefore.bind(1, position.date).bind(2, position.asset)
            .first { AssetPosition(date: $0.integer(0), asset: $0.integer(1)) }
    }

    /// Goes through the assets from the start of a moment until one begins where one began before and
    /// every touched position up to there is behind.
    ///
    /// - Returns: The moments that were there, and those to be there instead.
    private func scan(
        from start: AssetPosition,
        _ touched: inout ArraySlice<AssetPosition>
    ) throws -> (old: [StoredMoment], new: [MomentRange]) {
        let items = statements.assetsFrom.bind(1, start.date)
            .bind(2, ListedAsset.first(start.asset))
        defer { items.reset() }
        let stored = try StoredMoments(statements.momentsFrom, from: start)
        var clustering = MomentClustering()
        var (old, new): ([StoredMoment], [MomentRange]) = ([], [])
        var (hasBegun, isSettled) = (false, false)
        while try !isSettled && items.step() {
            let item = MomentClustering.Item(items)
            while let position = touched.first, position < item.position { touched.removeFirst() }
            while let moment = try stored.next(before: item.position) { old.append(moment) }
            isSettled =
                hasBegun && touched.first != item.position
                && stored.current?.range.start == item.position && clustering.begins(item)
            if !isSettled, let ended = clustering.add(item) { new.append(ended) }
            hasBegun = true
        }
        if !isSettled {
            touched = []
            while let moment = try stored.next(before: nil) { old.append(moment) }
        }
        if let last = clustering.end() { new.append(last) }
        return (old, new)
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
        let uuid = identifiers.next(at: Self.now(), using: &generator)
        try bind(range, to: statements.insertMoment.bind(1, id)).bind(12, uuid.bytes).run()
    }

    private func change(_ moment: StoredMoment, to range: MomentRange) throws {
        try bind(range, to: statements.updateMoment.bind(1, moment.id)).run()
        var keys: CollectionKeys = []
        if moment.range.place != range.place { keys.insert(.location) }
        if moment.range.members != range.members || moment.range.count != range.count {
            keys.insert(.count)
        }
        if moment.range.start != range.start || moment.range.end != range.end {
            keys.insert(.dates)
        }
        guard moment.id <= committedSequence else { return }
        try say(moment.id, .moment, .changed, keys: keys.rawValue, uuid: moment.uuid)
    }

    private func remove(_ moment: StoredMoment) throws {
        try statements.deleteMoment.bind(1, moment.id).run()
        try say(moment.id, .moment, .removed, uuid: moment.uuid)
    }

    private func bind(_ range: MomentRange, to statement: SQLiteStatement) throws -> SQLiteStatement
    {
        statement.bind(2, range.start.date).bind(3, range.start.asset)
            .bind(4, range.end.date).bind(5, range.end.asset).bind(6, range.count)
            .bind(7, range.members)
        let (first, last) = (try offset(range.start), try offset(range.end))
        statement.bind(8, first).bind(9, last)
        return statement.bind(10, range.place?.latitude).bind(11, range.place?.longitude)
    }

    /// Minutes from UTC where the asset was taken.
    private func offset(_ position: AssetPosition) throws -> Int64? {
        try statements.offsetOfAsset.bind(1, position.asset).first { $0.optionalInteger(0) } ?? nil
    }
}
