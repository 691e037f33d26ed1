internal import Catalogue
internal import PhotoModel
internal import Synchronization

/// Fetched assets: eight bytes each, and a batch of objects around the one asked for last.
final class AssetList: FetchedObjects {
    private static let batch = 128

    private let connection: LibraryConnection
    /// Numbers of assets with the media type in the two lowest bits.
    private let listing: [Int64]
    private let loaded = Mutex<(start: Int, assets: [PHAsset])>((0, []))

    init(_ connection: LibraryConnection, _ query: AssetQuery) {
        self.connection = connection
        listing = connection.ask { try $0.listing(query) } ?? []
    }

    var count: Int { listing.count }

    func object(at index: Int) -> PHObject {
        loaded.withLock { loaded in
            if !(loaded.start..<loaded.start + loaded.assets.count).contains(index) {
                let start = index - index % Self.batch
                loaded = (start, load(start..<min(start + Self.batch, listing.count)))
            }
            return loaded.assets[index - loaded.start]
        }
    }

    /// Reads objects; one that is gone meanwhile is known by its identifier still.
    private func load(_ range: Range<Int>) -> [PHAsset] {
        let ids = listing[range].map { $0 >> 2 }
        let assets = connection.ask { reader in
            let records = try reader.assets(ids)
            return try ids.map { id in
                if let record = records[id] { return PHAsset(record) }
                var gone = AssetRecord()
                (gone.id, gone.uuid) = (id, try reader.identifier(id) ?? gone.uuid)
                return PHAsset(gone)
            }
        }
        return assets
            ?? ids.map { id in
                var gone = AssetRecord()
                gone.id = id
                return PHAsset(gone)
            }
    }

    func index(of object: PHObject) -> Int? {
        guard let asset = object as? PHAsset, let record = asset.record else { return nil }
        let found = listing.firstIndex { $0 >> 2 == record.id }
        return found.flatMap { self.object(at: $0) == object ? $0 : nil }
    }

    func countOfAssets(with mediaType: PHAssetMediaType) -> Int {
        listing.count { $0 & 3 == mediaType.rawValue }
    }
}
