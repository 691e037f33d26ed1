package import PredicateFormat

/// The assets to list, and their order.
package struct AssetQuery: Sendable {
    /// A key assets are listed by.
    package struct Order: Equatable, Sendable {
        package var key: PredicateKey
        package var isDescending: Bool

        package init(_ key: PredicateKey, isDescending: Bool = false) {
            (self.key, self.isDescending) = (key, isDescending)
        }
    }

    /// The assets that a query chooses from.
    package enum Scope: Equatable, Sendable {
        case library
        /// The assets whose files lie in a directory.
        case directory(Int64)
        /// The same, and the assets that were added to the directory's album.
        case directoryAlbum(Int64)
        /// The assets a user put into an album, in the user's order unless the query has another.
        case userAlbum(Int64)
        /// The assets of a period of time that are not hidden.
        case moment(from: AssetPosition, through: AssetPosition)
        /// The assets with these IDs, in this order unless the query has another.
        case assets([Int64], inOrder: Bool)
    }

    package var scope = Scope.library
    package var predicate = PredicateTree.constant(true)
    /// The sort keys, the first being the primary one; ties go by number, that is by time of discovery, in the
    /// direction of the last key.
    package var orders: [Order] = []
    package var limit: Int64 = -1
    package var leavesOutHidden = false
    /// Whether only the representative of each burst is listed.
    package var leavesOutBurstMembers = false
    /// Whether files that could not be read are left out.
    package var leavesOutUnreadable = false

    /// A pattern in the condition that was given up because it took too long: its matches do not count.
    package var givenUpPattern: String? { predicate.givenUpPattern }

    package init() {}

    /// Returns whether another query lists the same assets in the same order.
    func isSame(as other: AssetQuery) -> Bool {
        scope == other.scope && predicate == other.predicate && orders == other.orders
            && limit == other.limit && leavesOutHidden == other.leavesOutHidden
            && leavesOutBurstMembers == other.leavesOutBurstMembers
            && leavesOutUnreadable == other.leavesOutUnreadable
    }

    /// The tables to select from, in SQL.
    private var source: String {
        switch scope {
        case .library, .directory, .directoryAlbum, .moment: "asset"
        case .userAlbum(let album):
            "member JOIN asset ON member.album = \(album) AND asset.id = member.asset"
        case .assets: "json_each(?) AS item CROSS JOIN asset ON asset.id = item.value"
        }
    }

    /// The values of the parameters in ``source``.
    private var sourceBindings: [PredicateValue] {
        guard case .assets(let ids, _) = scope else { return [] }
        return [.text("[\(ids.map { "\($0)" }.joined(separator: ","))]")]
    }

    /// The condition for the assets of the scope, in SQL.
    private var bounds: String {
        switch scope {
        case .library, .userAlbum, .assets: return ""
        case .directory(let id): return " AND asset.directory = \(id)"
        case .directoryAlbum(let id):
            return """
                 AND (asset.directory = \(id)
                OR asset.id IN (SELECT asset FROM member WHERE album = \(id)))
                """
        case .moment(let start, let end):
            return """
                 AND asset.hidden = 0
                AND (asset.creationDate, asset.listed) >= (\(start.date), \(ListedAsset.first(start.asset)))
                AND (asset.creationDate, asset.listed) <= (\(end.date), \(ListedAsset.last(end.asset)))
                """
        }
    }

    /// The condition that excludes deleted assets unless the predicate asks for them.
    private var existence: String {
        guard predicate.keys.contains(.isTrashed) else { return "asset.partOf IS NULL" }
        let isAsked = PredicateTree.comparison(
            .key(.isTrashed),
            .equal,
            .constant(.bool(true)),
            []
        )
        guard !predicate.conjuncts.contains(isAsked) else {
            return "asset.partOf = \(AssetRecord.inTrash)"
        }
        return "(asset.partOf IS NULL OR asset.partOf = \(AssetRecord.inTrash))"
    }

    /// Leaves out hidden assets unless the condition is about them.
    package mutating func leaveOutHiddenUnlessAsked() {
        leavesOutHidden = !predicate.keys.contains(.isHidden)
    }

    /// Returns the whole condition; `filter` is an additional one on marks, in SQL.
    func conditions(_ condition: PredicateSQL, _ filter: String? = nil) -> String {
        var sql = "\(existence)\(bounds) AND (\(condition.text))"
        if let filter { sql += " AND \(filter)" }
        return sql
    }

    /// Returns the whole query in SQL; `columns` is nil for whole records.
    func sql(
        now: Int64,
        selecting columns: String?
    ) -> (text: String, bindings: [PredicateValue]) {
        var filter: [String] = []
        if leavesOutHidden { filter.append("asset.hidden = 0") }
        if leavesOutBurstMembers {
            filter.append("(asset.burstIdentifier IS NULL OR asset.representsBurst = 1)")
        }
        if leavesOutUnreadable { filter.append("asset.unreadableReason IS NULL") }
        let condition = PredicateSQL(predicate, now: now)
        let (text, bindings) = sql(
            condition,
            filter.isEmpty ? nil : filter.joined(separator: " AND "),
            selecting: columns
        )
        return ("\(text) LIMIT \(limit)", bindings)
    }

    /// Returns the query in SQL with `condition` instead of the predicate.
    func sql(
        _ condition: PredicateSQL,
        _ filter: String?,
        selecting columns: String?
    ) -> (text: String, bindings: [PredicateValue]) {
        let needsFile =
            columns == nil
            || (condition.text + orders.map(\.key.column).joined()).contains("resource.")
        let join = needsFile ? " JOIN resource ON resource.id = asset.id" : ""
        let select = columns ?? AssetColumns.all
        let order = columns == "count(*)" ? "" : ordering
        return (
            "SELECT \(select) FROM \(source)\(join) WHERE \(conditions(condition, filter))\(order)",
            sourceBindings + condition.bindings
        )
    }

    /// The order that the scope itself has.
    var ownOrder: String? {
        switch scope {
        case .userAlbum: "member.position"
        case .assets(_, inOrder: true): "item.key"
        default: nil
        }
    }

    private var ordering: String {
        guard let last = orders.last else {
            return ownOrder.map { " ORDER BY \($0)" } ?? ""
        }
        let terms = orders.map { "\($0.key.column) \($0.isDescending ? "DESC" : "ASC")" }
        // The indexes contain an asset's number as `listed`.
        let tie = "asset.listed \(last.isDescending ? "DESC" : "ASC")"
        return " ORDER BY \((terms + [tie]).joined(separator: ", "))"
    }
}
