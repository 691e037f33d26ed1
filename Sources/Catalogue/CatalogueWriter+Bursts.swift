internal import PhotoModel

/// Where a picture stands in the order of its burst.
struct BurstPlace: Equatable, Comparable, Sendable {
    let key: String
    let isPrimary: Bool
    /// Microseconds since 1970.
    let date: Int64
    let name: [UInt8]
    let asset: Int64

    /// Nil for a picture that nothing ties to others, and for one that is no asset of its own.
    init?(_ record: AssetRecord) {
        guard let key = record.burstKey, record.isShown else { return nil }
        (self.key, isPrimary, asset) = (key, record.isBurstPrimary, record.id)
        (date, name) = (record.creationDate.microseconds, record.file.name)
    }

    /// Whether a picture comes before another of the burst: what its file calls the cover does, then the
    /// first by date, then by name.
    ///
    /// The index `burstByOrder` is in the same order.
    static func < (a: BurstPlace, b: BurstPlace) -> Bool {
        if a.isPrimary != b.isPrimary { return a.isPrimary }
        if a.date != b.date { return a.date < b.date }
        return a.name == b.name ? a.asset < b.asset : a.name.lexicographicallyPrecedes(b.name)
    }
}

extension CatalogueWriter {
    /// Notes an asset that comes, goes or changes, for the bursts it was and will be in.
    func accountBurst(_ id: Int64, was: BurstPlace?, isNow: BurstPlace?) throws {
        guard was != isNow else { return }
        if let isNow {
            try connection.rows.insert(isNow)
        } else {
            try statements.takeFromBurst.bind(1, id).run()
        }
        for key in [was?.key, isNow?.key] {
            if let key { accounting.bursts[key, default: []].insert(id) }
        }
    }

    /// Decides anew which picture stands for a burst, and whether it is one.
    ///
    /// A burst has two members or more, and the first of them stands for it: exactly one, whatever the files say.
    /// Of those that `noted` does not name only these can come to be something else: the first, the one that stood
    /// for it so far, and one that was alone, which is among as many of the first as are noted and one more.
    func regroupBurst(_ key: String, _ noted: Set<Int64>) throws {
        var first: [Int64] = []
        try statements.firstOfBurst.bind(1, text: key).bind(2, Int64(noted.count + 1))
            .forEach { first.append($0.integer(0)) }
        var ids = noted.union(first)
        try statements.representatives.bind(1, text: key).forEach { ids.insert($0.integer(0)) }
        var members: [(record: AssetRecord, place: BurstPlace)] = []
        for id in ids {
            guard let record = try statements.selectAsset.bind(1, id).first(AssetColumns.read),
                let place = BurstPlace(record), place.key == key
            else { continue }
            members.append((record, place))
        }
        members.sort { $0.place < $1.place }
        let identifier = first.count >= 2 ? burstIdentifier(key) : nil
        for (member, _) in members {
            var after = member
            after.burstIdentifier = identifier
            after.representsBurst = identifier != nil && member.id == first.first
            try settleBurst(member, after)
        }
    }

    private func settleBurst(_ before: AssetRecord, _ after: AssetRecord) throws {
        guard
            after.burstIdentifier != before.burstIdentifier
                || after.representsBurst != before.representsBurst
        else { return }
        AssetColumns.bind(after, to: try statements.updateAsset)
        try statements.updateAsset.run()
        // An asset inserted in this transaction has not been told of yet.
        if before.id <= committedSequence {
            try recordChange(.asset(after.id, .changed(.burst, was: AssetDates(before))))
        }
        accountSmart(before: before, after: after)
    }

    /// What files say of themselves is passed on; a burst known by names gets an identifier made of
    /// its key, the same whenever the catalogue is asked.
    private func burstIdentifier(_ key: String) -> String {
        let text = key.drop { $0 != ":" }.dropFirst()
        guard key.hasPrefix("name:") else { return String(text) }
        var hash = (UInt64(0xCBF2_9CE4_8422_2325), UInt64(0x8422_2325_CBF2_9CE4))
        for byte in key.utf8 {
            hash.0 = (hash.0 ^ UInt64(byte)) &* 0x100_0000_01B3
            hash.1 = (hash.1 &+ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
        }
        let uuid = ObjectUUID(high: hash.0 ^ library.high, low: hash.1 ^ library.low)
        return uuid.description
    }
}
