internal import Catalogue
internal import Foundation
internal import PredicateFormat

/// A collection before an object is made of it.
enum CollectionItem: Sendable {
    case record(CollectionRecord)
    case momentList(MomentList)
    case object(PHCollection)

    var facts: CollectionFacts {
        switch self {
        case .record(let record): CollectionFacts(record)
        case .momentList(let list): CollectionFacts(list)
        case .object(let collection): collection.facts
        }
    }

    func object(_ connection: LibraryConnection) -> PHCollection {
        switch self {
        case .record(let record):
            switch record.source {
            case .folder, .userFolder: PHCollectionList(record, connection)
            default: PHAssetCollection(record, connection)
            }
        case .momentList(let list): PHCollectionList(list, connection)
        case .object(let collection): collection
        }
    }
}

/// Fetched collections; the objects are made when they are asked for.
final class CollectionList: FetchedObjects {
    private let connection: LibraryConnection
    private let items: [CollectionItem]

    /// `items` are asked of the catalogue, all there are in the order of the library; `options` say which of
    /// them to keep and in which order.
    init(
        _ connection: LibraryConnection,
        _ options: PHFetchOptions?,
        _ items: (CatalogueReader) throws -> [CollectionItem]
    ) {
        self.connection = connection
        let found = connection.ask(items) ?? []
        self.items = options.map { Self.chosen(found, $0) } ?? found
    }

    private static func chosen(
        _ items: [CollectionItem],
        _ options: PHFetchOptions
    ) -> [CollectionItem] {
        let condition = options.condition(about: .collection)
        let orders = options.orders(of: .collection)
        guard condition != nil || !orders.isEmpty || options.fetchLimit > 0 else { return items }
        let now = PredicateArgument.now()
        var kept: [(item: CollectionItem, facts: CollectionFacts, place: Int)] = []
        for (place, item) in items.enumerated() {
            let facts = item.facts
            if condition?.matches(facts, now: now) ?? true { kept.append((item, facts, place)) }
        }
        kept.sort { a, b in
            isBefore(a.facts, b.facts, orders) ?? (a.place < b.place)
        }
        let limit = options.fetchLimit > 0 ? options.fetchLimit : kept.count
        return kept.prefix(limit).map(\.item)
    }

    /// What is missing comes first, as in SQL; nil for equals.
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

    var count: Int { items.count }

    func object(at index: Int) -> PHObject { items[index].object(connection) }

    func index(of object: PHObject) -> Int? {
        items.firstIndex { $0.facts.identifier == object.localIdentifier }
    }

    func countOfAssets(with mediaType: PHAssetMediaType) -> Int { 0 }
}
