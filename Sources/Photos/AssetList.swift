internal import Catalogue
internal import PhotoModel
internal import Synchronization

/// Fetched assets: eight bytes each, and a batch of objects around the one asked for last.
final class AssetList: FetchedObjects {
    private static let batch = 128

    let connection: LibraryConnection
    let listing: [ListedAsset]
    private let loaded = Mutex(Loaded())

    private struct Loaded {
        var start = 0
        var assets: [PHAsset] = []
        /// The position asked for last: who goes on from there will go on.
        var last = -1

        func contains(_ index: Int) -> Bool {
            index >= start && index < start + assets.count
        }
    }

    /// Fetches; `query` nil for nothing.
    init(
        _ connection: LibraryConnection,
        _ query: (CatalogueReader) throws -> AssetQuery?
    ) {
        self.connection = connection
        listing = connection.ask { try query($0).map($0.listing) ?? [] } ?? []
    }

    var count: Int { listing.count }

    func object(at index: Int) -> PHObject {
        loaded.withLock { loaded in
            defer { loaded.last = index }
            if loaded.contains(index) { return loaded.assets[index - loaded.start] }
            let isNext = abs(index - loaded.last) == 1
            guard isNext else { return load(index) }
            let start = index > loaded.last ? index : max(0, index - Self.batch + 1)
            loaded.start = start
            loaded.assets = load(start..<min(start + Self.batch, listing.count))
            return loaded.assets[index - start]
        }
    }

    /// One object for somebody who jumps about.
    private func load(_ index: Int) -> PHAsset {
        let id = listing[index].id
        return connection.glance { try $0.asset(id).map { PHAsset($0, connection) } }
            ?? load(index..<index + 1)[0]
    }

    /// Reads objects; one that is gone meanwhile is known by its identifier still.
    private func load(_ range: Range<Int>) -> [PHAsset] {
        let ids = listing[range].map(\.id)
        let assets = connection.ask { [connection] reader in
            let records = try reader.assets(ids)
            return try ids.map { id in
                if let record = records[id] { return PHAsset(record, connection) }
                var gone = AssetRecord()
                (gone.id, gone.uuid) = (id, try reader.identifier(id) ?? gone.uuid)
                return PHAsset(gone, connection)
            }
        }
        return assets
            ?? ids.map { id in
                var gone = AssetRecord()
                gone.id = id
                return PHAsset(gone, connection)
            }
    }

    func index(of object: PHObject) -> Int? {
        guard let asset = object as? PHAsset, let record = asset.record else { return nil }
        let found = listing.firstIndex { $0.id == record.id }
        return found.flatMap { self.object(at: $0) == object ? $0 : nil }
    }

    func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        listing.count { $0.mediaType.rawValue == mediaType.rawValue }
    }
}
