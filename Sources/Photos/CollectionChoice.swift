internal import Catalogue
internal import Foundation
internal import PredicateFormat

/// The collections that a fetch selects, and their order.
struct CollectionChoice: Sendable {
    let wantsDetails: Bool
    private let condition: PredicateTree?
    private let orders: [AssetQuery.Order]
    private let limit: Int

    init(_ options: PHFetchOptions) {
        wantsDetails = options.wantsIncrementalChangeDetails
        condition = options.condition(about: .collection)
        orders = options.orders(of: .collection)
        limit = options.fetchLimit
    }

    /// Whether the choice depends on dates, which not every collection is read with.
    var needsDates: Bool {
        let keys = (condition?.keys ?? []).union(orders.map(\.key))
        return !keys.isDisjoint(with: [.startDate, .endDate])
    }

    func chosen(_ items: [CollectionItem]) -> [CollectionItem] {
        guard condition != nil || !orders.isEmpty || limit > 0 else { return items }
        let now = PredicateArgument.now()
        var kept: [(item: CollectionItem, facts: CollectionFacts, place: Int)] = []
        for (place, item) in items.enumerated() {
            let facts = item.facts
            if condition?.matches(facts, now: now) ?? true { kept.append((item, facts, place)) }
        }
        kept.sort { a, b in
            Self.isBefore(a.facts, b.facts, orders) ?? (a.place < b.place)
        }
        return kept.prefix(limit > 0 ? limit : kept.count).map(\.item)
    }

    /// Returns whether one collection precedes another, or nil for a tie; missing values come first, as in SQL.
    private static func isBefore(
        _ a: CollectionFacts,
        _ b: CollectionFacts,
        _ orders: [AssetQuery.Order]
    ) -> Bool? {
        for order in orders {
            let (first, second) = (a.value(order.key), b.value(order.key))
            guard first != second else { continue }
            let isLess =
                first == .null
                || second != .null && PredicateOperator.less.holds(first, second, [])
            return isLess != order.isDescending
        }
        return nil
    }
}
