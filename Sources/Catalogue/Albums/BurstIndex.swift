internal import PhotoModel

/// Determines which assets form a burst, and which of them represents it.
///
/// A burst has at least two members. Exactly one represents it, the first, whatever the files say.
final class BurstIndex {
    private let connection: WriteConnection
    private let log: ChangeLog
    private let assets: AssetTable
    private let smartAlbums: SmartAlbumCounts
    private let prepared: Statements
    /// For each burst, the assets that came, left or moved within its order.
    private var pending: [String: Set<Int64>] = [:]

    init(
        _ connection: WriteConnection,
        _ log: ChangeLog,
        _ assets: AssetTable,
        _ smartAlbums: SmartAlbumCounts
    ) throws {
        (self.connection, self.log) = (connection, log)
        (self.assets, self.smartAlbums) = (assets, smartAlbums)
        prepared = try connection.query { _ in try Statements(connection) }
    }

    private final class Statements {
        let delete, first, representatives: SQLiteStatement

        init(_ connection: WriteConnection) throws {
            delete = try connection.prepare("DELETE FROM burst WHERE asset = ?")
            first = try connection.prepare(
                """
                SELECT asset FROM burst WHERE key = ?
                ORDER BY isPrimary DESC, date, name, asset LIMIT ?
                """
            )
            representatives = try connection.prepare(
                "SELECT id FROM asset WHERE burstKey = ? AND representsBurst = 1"
            )
        }
    }

    private var statements: Statements { get throws { try connection.settled(prepared) } }

    var hasPendingUpdates: Bool { !pending.isEmpty }

    /// Writes the place of an asset that comes, goes or changes, and enqueues its old burst and its new one.
    func assetChanged(_ id: Int64, from before: BurstPlace?, to after: BurstPlace?) throws {
        guard before != after else { return }
        if let after {
            try connection.rows.insert(after)
        } else {
            try statements.delete.bind(1, id).run()
        }
        if let before { pending[before.key, default: []].insert(id) }
        if let after { pending[after.key, default: []].insert(id) }
    }

    /// Determines for each enqueued burst whether it still is one, and which asset represents it.
    func applyPendingUpdates() throws {
        for (key, assets) in pending.sorted(by: { $0.key < $1.key }) { try decide(key, assets) }
    }

    func discardPendingUpdates() { pending = [:] }

    /// Determines the state of one burst.
    ///
    /// Apart from the assets in `changed`, only these can be affected: the first, the previous representative, and a
    /// former single member, which is among the first n + 1 if n assets have changed.
    private func decide(_ key: String, _ changed: Set<Int64>) throws {
        var first: [Int64] = []
        try statements.first.bind(1, text: key).bind(2, Int64(changed.count + 1))
            .forEach { first.append($0.integer(0)) }
        var ids = changed.union(first)
        try statements.representatives.bind(1, text: key).forEach { ids.insert($0.integer(0)) }
        var members: [(record: AssetRecord, place: BurstPlace)] = []
        for id in ids {
            guard let record = try assets.row(id), let place = BurstPlace(record), place.key == key
            else { continue }
            members.append((record, place))
        }
        members.sort { $0.place < $1.place }
        let identifier =
            first.count >= 2 ? BurstPlace.identifier(of: key, in: log.library) : nil
        for (before, _) in members {
            var after = before
            after.burstIdentifier = identifier
            after.representsBurst = identifier != nil && before.id == first.first
            try save(before, after)
        }
    }

    private func save(_ before: AssetRecord, _ after: AssetRecord) throws {
        guard
            after.burstIdentifier != before.burstIdentifier
                || after.representsBurst != before.representsBurst
        else { return }
        try assets.saveRow(after)
        // No reader knows an asset inserted in this transaction yet.
        if log.isKnown(before.id) {
            try log.record(.asset(after.id, .changed(.burst, was: AssetDates(before))))
        }
        smartAlbums.assetChanged(from: before, to: after)
    }
}
