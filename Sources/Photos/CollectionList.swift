internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

/// A collection before its object is created.
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

    /// Returns the item with its dates, where they are known.
    func dated(_ reader: CatalogueReader) throws -> CollectionItem {
        guard case .record(let record) = self else { return self }
        return .record(try reader.dated(record))
    }

    /// The identifier of the item in the history; nil if the history does not cover it.
    var uuid: ObjectUUID? {
        if case .record(let record) = self { record.uuid } else { nil }
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

/// Fetched collections; the objects are created on demand.
final class CollectionList: FetchedObjects {
    private let connection: LibraryConnection
    private let items: [CollectionItem]
    private let ask: @Sendable (CatalogueReader) throws -> [CollectionItem]
    private let choice: CollectionChoice
    /// The position of the fetch; nil without a catalogue.
    private let position: LibraryPosition?

    /// Fetches collections.
    ///
    /// `items` reads all of them in the order of the library; `options` select and sort them.
    init(
        _ connection: LibraryConnection,
        _ options: PHFetchOptions?,
        _ items: @escaping @Sendable (CatalogueReader) throws -> [CollectionItem]
    ) {
        let choice = CollectionChoice(options ?? PHFetchOptions())
        (self.connection, self.choice) = (connection, choice)
        ask = { reader in
            let found = try items(reader)
            return choice.needsDates ? try found.map { try $0.dated(reader) } : found
        }
        let fetched = connection.ask { [ask] in (try LibraryPosition($0), try ask($0)) }
        position = fetched?.0
        self.items = choice.chosen(fetched?.1 ?? [])
    }

    private init(_ list: CollectionList, _ items: [CollectionItem], _ position: LibraryPosition) {
        (connection, ask, choice) = (list.connection, list.ask, list.choice)
        (self.items, self.position) = (items, position)
    }

    var count: Int { items.count }

    func object(at index: Int) -> PHObject { items[index].object(connection) }

    func index(of object: PHObject) -> Int? {
        items.firstIndex { $0.facts.identifier == object.localIdentifier }
    }

    func countOfAssets(with mediaType: PHAssetMediaType) -> Int { 0 }

    func keys() -> [FetchedKey] { items.map { .identifier($0.facts.identifier) } }

    func change(at moment: LibraryMoment) -> FetchedChange? {
        guard moment.connection.library == connection.library else { return nil }
        let isLost = position.map { connection.hasLost($0.token) } ?? false
        let base = isLost ? nil : moment.position.base(position)
        // The result is from a later moment.
        if base == nil, !isLost, position?.library == moment.position.library { return nil }
        let asked = moment.ask { reader in
            (try ask(reader), try reader.changedCollections(since: base ?? 0))
        }
        guard let (now, told) = asked else { return nil }
        let after = CollectionList(self, choice.chosen(now), moment.position)
        var before: [FetchedKey: CollectionFacts] = [:]
        for item in items { before[.identifier(item.facts.identifier)] = item.facts }
        let changed = after.items.filter { item in
            let facts = item.facts
            return before[.identifier(facts.identifier)].map(\.comparable) != facts.comparable
                || item.uuid.map(told.contains) == true
        }.map(\.facts)
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
