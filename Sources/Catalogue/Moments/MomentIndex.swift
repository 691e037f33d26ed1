internal import PhotoModel

/// The stored moments, which follow the changes of assets after a first index.
final class MomentIndex {
    private let connection: WriteConnection
    private let log: ChangeLog
    private let clock: WriterClock
    private let identifiers: IdentifierSource
    private let prepared: MomentStatements
    /// Whether moments are kept up to date; false until a first index is done.
    private(set) var isKept = false
    /// Created on first use.
    private var order: MomentOrder?
    /// The assets that came, went or changed in this transaction, by ID.
    private var pending: [Int64: MomentUpdate.Change] = [:]

    /// The version of the rules by which moments are formed.
    private static let rules = "3"
    private static let statusKey = "moments"

    init(
        _ connection: WriteConnection,
        _ log: ChangeLog,
        _ clock: WriterClock,
        _ identifiers: IdentifierSource
    ) throws {
        (self.connection, self.log, self.clock) = (connection, log, clock)
        self.identifiers = identifiers
        prepared = try connection.query { _ in try MomentStatements(connection) }
    }

    private var statements: MomentStatements { get throws { try connection.settled(prepared) } }

    /// Reads whether the moments were formed by the present rules.
    func load() throws {
        isKept = try StatusTable(connection).value(Self.statusKey) == Self.rules
    }

    var hasPendingUpdates: Bool { !pending.isEmpty }

    /// Enqueues an asset that comes, goes or changes.
    func assetChanged(
        _ id: Int64,
        from before: MomentClustering.Item?,
        to after: MomentClustering.Item?
    ) {
        guard isKept, before != after else { return }
        pending[id, default: MomentUpdate.Change(was: before)].isNow = after
    }

    /// Updates the moments that enqueued assets are or were in.
    func applyPendingUpdates() throws {
        let changes = pending.values.filter { $0.was != $0.isNow }
        guard !changes.isEmpty else { return }
        let order = try order ?? MomentOrder(connection.settled(connection.database))
        self.order = order
        var update = MomentUpdate(order, changes)
        let (old, new) = try update.run()
        try replace(old, by: new)
    }

    func discardPendingUpdates() { pending = [:] }

    /// Forms the moments of all assets, and keeps them up to date from now on.
    func formAll() throws {
        let database = try connection.settled(connection.database)
        try replaceAll(by: MomentClustering.moments(in: database))
    }

    /// Replaces all moments, and keeps them up to date from now on.
    func replaceAll(by new: [MomentRange]) throws {
        var old: [StoredMoment] = []
        try connection.forEachRow(
            "SELECT \(StoredMoment.columns) FROM moment ORDER BY startDate, startAsset"
        ) { old.append(StoredMoment($0)) }
        try replace(old, by: new)
        try StatusTable(connection).set(Self.statusKey, Self.rules)
        isKept = true
    }

    /// Replaces moments; each old one continues as the new one that it overlaps with, if there is one.
    private func replace(_ old: [StoredMoment], by new: [MomentRange]) throws {
        let match = MomentMatch(old, new)
        // Places in the order are unique, so moments that go make room first.
        for moment in match.gone { try remove(moment) }
        for (moment, range) in match.kept where moment.range.start != range.start {
            try statements.move.bind(1, moment.id).bind(2, -moment.id).run()
        }
        for (moment, range) in match.kept {
            var changed = moment
            try set(range, of: &changed)
            if changed != moment { try change(moment, to: changed) }
        }
        for range in match.added { try insert(range) }
    }

    private func insert(_ range: MomentRange) throws {
        // The ID is the sequence number of its creation, as for an asset.
        let id = log.next()
        let uuid = identifiers.next(at: clock.now)
        var moment = StoredMoment(id: id, uuid: uuid, range: range)
        try set(range, of: &moment)
        try bind(moment, to: try statements.insert.bind(1, id)).bind(14, uuid.bytes).run()
    }

    private func change(_ moment: StoredMoment, to changed: StoredMoment) throws {
        try bind(changed, to: try statements.update.bind(1, moment.id)).run()
        guard log.isKnown(moment.id) else { return }
        let keys = moment.changedKeys(to: changed)
        try log.record(.collection(.moment, moment.id, moment.uuid, .changed(keys)))
    }

    private func remove(_ moment: StoredMoment) throws {
        try statements.delete.bind(1, moment.id).run()
        try log.record(.collection(.moment, moment.id, moment.uuid, .removed()))
    }

    private func bind(_ moment: StoredMoment, to statement: SQLiteStatement) -> SQLiteStatement {
        let (range, sum) = (moment.range, moment.range.sum)
        return statement.bind(2, range.start.date).bind(3, range.start.asset)
            .bind(4, range.end.date).bind(5, range.end.asset)
            .bind(6, moment.startOffset.map { Int64($0) })
            .bind(7, moment.endOffset.map { Int64($0) })
            .bind(8, sum.count).bind(9, sum.members).bind(10, sum.located)
            .bind(11, sum.x).bind(12, sum.y).bind(13, sum.z)
    }

    /// Sets a moment's range, and the UTC offsets of its first and last asset.
    private func set(_ range: MomentRange, of moment: inout StoredMoment) throws {
        moment.range = range
        (moment.startOffset, moment.endOffset) = (try offset(range.start), try offset(range.end))
    }

    /// Returns the minutes from UTC where an asset was taken.
    private func offset(_ position: AssetPosition) throws -> Int16? {
        let offset = try statements.offsetOfAsset.bind(1, position.asset).first {
            $0.optionalInteger(0)
        }
        return (offset ?? nil).map { Int16(clamping: $0) }
    }
}
