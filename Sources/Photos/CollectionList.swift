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
    private let ask: @Sendable (CatalogueReader) throws -> [CollectionItem]
    private let choice: CollectionChoice

    /// `items` are asked of the catalogue, all there are in the order of the library; `options` say which of
    /// them to keep and in which order.
    init(
        _ connection: LibraryConnection,
        _ options: PHFetchOptions?,
        _ items: @escaping @Sendable (CatalogueReader) throws -> [CollectionItem]
    ) {
        (self.connection, ask) = (connection, items)
        choice = CollectionChoice(options ?? PHFetchOptions())
        self.items = choice.chosen(connection.ask(items) ?? [])
    }

    private init(_ list: CollectionList, _ items: [CollectionItem]) {
        (connection, ask, choice) = (list.connection, list.ask, list.choice)
        self.items = items
    }

    var count: Int { items.count }

    func object(at index: Int) -> PHObject { items[index].object(connection) }

    func index(of object: PHObject) -> Int? {
        items.firstIndex { $0.facts.identifier == object.localIdentifier }
    }

    func countOfAssets(with mediaType: PHAssetMediaType) -> Int { 0 }

    func keys() -> [FetchedKey] { items.map { .identifier($0.facts.identifier) } }

    func change() -> FetchedChange? {
        guard let now = connection.ask(ask) else { return nil }
        let after = CollectionList(self, choice.chosen(now))
        var before: [FetchedKey: CollectionFacts] = [:]
        for item in items { before[.identifier(item.facts.identifier)] = item.facts }
        let facts = after.items.map(\.facts)
        let changed = facts.filter {
            before[.identifier($0.identifier)].map(\.comparable) != $0.comparable
        }
        let change = ListChange(
            from: keys(),
            to: after.keys(),
            changed: Set(changed.map { .identifier($0.identifier) })
        )
        guard !change.isEmpty else { return nil }
        let inserted = after.items.filter { before[.identifier($0.facts.identifier)] == nil }
        let middle = change.intermediate(
            of: keys(),
            inserting: inserted.map { .identifier($0.facts.identifier) }
        )
        let byKey = Dictionary(zip(after.keys(), after.items)) { first, _ in first }
        let others = change.changed.compactMap { byKey[middle[$0]] }
        return FetchedChange(
            after: after,
            change: choice.wantsDetails ? change : nil,
            removed: { [self] in change.removed.map { object(at: $0) } },
            inserted: { [connection] in inserted.map { $0.object(connection) } },
            changed: { [connection] in others.map { $0.object(connection) } }
        )
    }
}
