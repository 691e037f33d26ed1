internal import GRDB

/// The assets that moments consist of, in order, and the stored moments.
///
/// Every query is answered from an index.
final class MomentOrder {
    typealias Item = MomentClustering.Item

    private let next, previous, nextLocated, previousLocated: SQLiteStatement
    private let upwards, downwards: SQLiteStatement
    private let momentUpTo, momentBefore, momentAfter: SQLiteStatement

    init(_ database: Database) throws {
        func items(_ condition: String, _ order: String, _ rest: String) throws -> SQLiteStatement {
            SQLiteStatement(
                database,
                """
                \(Item.select) \(rest) AND \(condition)
                ORDER BY creationDate \(order), listed \(order)
                """
            )
        }
        let after = "(creationDate, listed) > (?1, ?2)"
        let before = "(creationDate, listed) < (?1, ?2)"
        let located = "AND \(Item.isLocated)"
        next = try items(after, "ASC", "")
        previous = try items(before, "DESC", "")
        nextLocated = try items(after, "ASC", located)
        previousLocated = try items(before, "DESC", located)
        upwards = try items("(creationDate, listed) >= (?1, ?2)", "ASC", "")
        downwards = try items("(creationDate, listed) <= (?1, ?2)", "DESC", "")
        func moment(_ comparison: String, _ order: String) throws -> SQLiteStatement {
            SQLiteStatement(
                database,
                """
                SELECT \(StoredMoment.columns) FROM moment
                WHERE (startDate, startAsset) \(comparison) (?1, ?2)
                ORDER BY startDate \(order), startAsset \(order) LIMIT 1
                """
            )
        }
        momentUpTo = try moment("<=", "DESC")
        momentBefore = try moment("<", "DESC")
        momentAfter = try moment(">", "ASC")
    }

    private func first(
        _ statement: SQLiteStatement,
        _ date: Int64,
        _ listed: Int64
    ) throws -> Item? {
        try statement.bind(1, date).bind(2, listed).first { Item($0) }
    }

    func next(after position: AssetPosition) throws -> Item? {
        try first(next, position.date, ListedAsset.last(position.asset))
    }

    /// Returns the asset before a position; nil stands for the end of the order.
    func previous(before position: AssetPosition?) throws -> Item? {
        guard let position else { return try first(previous, .max, .max) }
        return try first(previous, position.date, ListedAsset.first(position.asset))
    }

    func nextLocated(after position: AssetPosition) throws -> Item? {
        try first(nextLocated, position.date, ListedAsset.last(position.asset))
    }

    func previousLocated(before position: AssetPosition) throws -> Item? {
        try first(previousLocated, position.date, ListedAsset.first(position.asset))
    }

    private func moment(
        _ statement: SQLiteStatement,
        _ position: AssetPosition
    ) throws -> StoredMoment? {
        try statement.bind(1, position.date).bind(2, position.asset).first { StoredMoment($0) }
    }

    /// Returns the last of the moments that begin at or before a position.
    func moment(upTo position: AssetPosition) throws -> StoredMoment? {
        try moment(momentUpTo, position)
    }

    func moment(before position: AssetPosition) throws -> StoredMoment? {
        try moment(momentBefore, position)
    }

    func moment(after position: AssetPosition) throws -> StoredMoment? {
        try moment(momentAfter, position)
    }

    /// Divides the sum `total` of the assets in a closed range at a position.
    ///
    /// Reads the range from both ends at once, until the smaller part is known.
    func divide(
        _ range: ClosedRange<AssetPosition>,
        at cut: AssetPosition,
        _ total: MomentSum
    ) throws -> (below: MomentSum, above: MomentSum) {
        defer {
            upwards.reset()
            downwards.reset()
        }
        upwards.bind(1, range.lowerBound.date)
            .bind(2, ListedAsset.first(range.lowerBound.asset))
        downwards.bind(1, range.upperBound.date)
            .bind(2, ListedAsset.last(range.upperBound.asset))
        var (below, above) = (MomentSum(), MomentSum())
        while true {
            guard try upwards.step(), case let item = Item(upwards), item.position < cut else {
                above = total
                above -= below
                return (below, above)
            }
            below += MomentSum(item)
            guard try downwards.step(), case let item = Item(downwards), item.position >= cut
            else {
                below = total
                below -= above
                return (below, above)
            }
            above += MomentSum(item)
        }
    }
}
