internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Synchronization

/// Fetched assets: at most thirteen bytes each, and a batch of objects around the last index read.
final class AssetList: FetchedObjects {
    private static let batch = 128

    let connection: LibraryConnection
    /// The query of the fetch, which may differ at a later time; nil if its collection is gone.
    private let query: @Sendable (CatalogueReader) throws -> AssetQuery?
    private let wantsDetails: Bool
    /// Whether the list is fetched from the library and not from a collection in memory.
    private let isFollowed: Bool
    private let tracked: Mutex<TrackedListing?>
    /// The catalogue and its state at the time of the fetch; nil without a catalogue.
    private let origin: Origin?
    private let loaded = Mutex(Loaded())

    private struct Origin {
        let library: ObjectUUID
        let token: ChangeToken

        init(_ reader: CatalogueReader) throws {
            (library, token) = (reader.library, try reader.currentToken())
        }
    }

    private struct Loaded {
        var start = 0
        var assets: [PHAsset] = []
        /// The last index read: a sequential reader continues from there.
        var last = -1

        func contains(_ index: Int) -> Bool {
            index >= start && index < start + assets.count
        }
    }

    /// Fetches the assets; `query` returns nil for an empty result.
    init(
        _ connection: LibraryConnection,
        wantsDetails: Bool,
        isFollowed: Bool = true,
        _ query: @escaping @Sendable (CatalogueReader) throws -> AssetQuery?
    ) {
        (self.connection, self.query, self.wantsDetails) = (connection, query, wantsDetails)
        self.isFollowed = isFollowed
        let fetched = connection.ask { (try Origin($0), try query($0).map($0.track)) }
        origin = fetched?.0
        tracked = Mutex(fetched?.1)
        guard connection.isObserved, wantsDetails, isFollowed else { return }
        DispatchQueue.global(qos: .utility).async { [weak self] in self?.prepare() }
    }

    private init(_ list: AssetList, _ tracked: TrackedListing?, from origin: Origin) {
        (connection, query, wantsDetails) = (list.connection, list.query, list.wantsDetails)
        isFollowed = list.isFollowed
        self.tracked = Mutex(tracked)
        self.origin = origin
    }

    /// Prepares the list for finding the positions of changes.
    private func prepare() {
        guard let listing = tracked.withLock({ $0 }) else { return }
        let prepared = connection.ask { try listing.prepared($0) }
        if let prepared { tracked.withLock { $0 = prepared } }
    }

    var listing: [ListedAsset] { snapshot?.assets ?? [] }

    /// The list as of the fetch.
    var snapshot: TrackedListing? { tracked.withLock { $0 } }

    func change(at moment: LibraryMoment) -> FetchedChange? {
        guard isFollowed, moment.connection.library == connection.library else { return nil }
        let listing = tracked.withLock { $0 }
        if let origin, connection.hasLost(origin.token) { return changeOfLibrary(at: moment) }
        let asked = moment.ask { reader -> (TrackedListing, ListingChange?, Origin)? in
            guard var listing, reader.library == origin?.library else { return nil }
            let change = try reader.change(of: &listing, query(reader))
            return (listing, change, try Origin(reader))
        }
        guard let asked else { return nil }
        guard let (listing, found, now) = asked else { return changeOfLibrary(at: moment) }
        // The same assets, keeping what does not have to be computed again.
        tracked.withLock { $0 = listing }
        guard let found else { return nil }
        let after = AssetList(self, found.after, from: now)
        return FetchedChange(
            after: after,
            change: wantsDetails ? found.change : nil,
            removed: { [self] in load(found.removed, at: moment) },
            inserted: { after.load(found.inserted, at: moment) },
            changed: { after.load(found.changed, at: moment) }
        )
    }

    /// Returns the change to a catalogue that has appeared since the fetch or has replaced the original one.
    private func changeOfLibrary(at moment: LibraryMoment) -> FetchedChange? {
        let fetched = moment.ask { (try Origin($0), try query($0).map($0.track)) }
        guard let fetched else { return nil }
        let after = AssetList(self, fetched.1, from: fetched.0)
        guard count > 0 || after.count > 0 else { return nil }
        // Two catalogues cannot be compared; without an earlier one, everything is new.
        var change: ListChange?
        if origin == nil, wantsDetails {
            change = ListChange(from: [], to: after.keys(), changed: [])
        }
        let inserted = change == nil ? [] : after.listing
        return FetchedChange(
            after: after,
            change: change,
            removed: { [] },
            inserted: { after.load(inserted, at: moment) },
            changed: { [] }
        )
    }

    func keys() -> [FetchedKey] { listing.map { .asset($0.id, library: connection.library) } }

    var count: Int { tracked.withLock { $0?.count } ?? 0 }

    func object(at index: Int) -> PHObject {
        loaded.withLock { loaded in
            defer { loaded.last = index }
            if loaded.contains(index) { return loaded.assets[index - loaded.start] }
            let isNext = abs(index - loaded.last) == 1
            guard isNext else { return load(index) }
            let start = index > loaded.last ? index : max(0, index - Self.batch + 1)
            loaded.start = start
            loaded.assets = load(numbers(start..<min(start + Self.batch, count)))
            return loaded.assets[index - start]
        }
    }

    private func numbers(_ range: Range<Int>) -> [ListedAsset] {
        tracked.withLock { tracked in tracked.map { list in range.map { list[$0] } } } ?? []
    }

    /// Reads a single object, for random access.
    private func load(_ index: Int) -> PHAsset {
        let asset = numbers(index..<index + 1)[0]
        return connection.askLatest { try $0.asset(asset.id).map { PHAsset($0, connection) } }
            ?? load([asset])[0]
    }

    /// Reads objects; one that is gone is returned in its last state, or with only its identifier once that is
    /// forgotten.
    private func load(_ listed: [ListedAsset], at moment: LibraryMoment? = nil) -> [PHAsset] {
        let read = { [connection] (reader: CatalogueReader) in
            let records = try reader.assets(listed.map(\.id), orTrashed: true)
            return try listed.map { asset in
                if let record = records[asset.id] { return PHAsset(record, connection) }
                if let removed = try reader.removedAsset(asset.id) {
                    return PHAsset(removed, connection)
                }
                return PHAsset(Self.gone(asset, try reader.identifier(asset.id)), connection)
            }
        }
        let assets = moment?.ask(read) ?? connection.ask(read)
        return assets ?? listed.map { PHAsset(Self.gone($0, nil), connection) }
    }

    private static func gone(_ asset: ListedAsset, _ uuid: ObjectUUID?) -> AssetRecord {
        var record = AssetRecord()
        (record.id, record.mediaType) = (asset.id, asset.mediaType)
        if let uuid { record.uuid = uuid }
        return record
    }

    func index(of object: PHObject) -> Int? {
        guard let asset = object as? PHAsset, let record = asset.record else { return nil }
        let found = tracked.withLock { $0?.index(of: record.id, record) }
        return found.flatMap { $0 }.flatMap { self.object(at: $0) == object ? $0 : nil }
    }

    func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        listing.count { $0.mediaType.rawValue == mediaType.rawValue }
    }
}
