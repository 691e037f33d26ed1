internal import Catalogue
internal import Foundation
internal import PhotoModel

extension PHAssetCollection {
    class func fetch(
        _ options: PHFetchOptions?,
        in connection: LibraryConnection? = nil,
        _ records: @escaping @Sendable (CatalogueReader) throws -> [CollectionRecord]
    ) -> PHFetchResult<PHAssetCollection> {
        PHFetchResult(
            CollectionList(connection ?? PHPhotoLibrary.shared().connection, options) { reader in
                try records(reader).map { .record($0) }
            }
        )
    }
}

extension CatalogueReader {
    /// Returns the collections with these identifiers that are of the given kinds, each once.
    func collections(
        _ identifiers: [String],
        _ kinds: Set<ObjectKind>
    ) throws -> [CollectionRecord] {
        var seen: Set<ObjectUUID> = []
        var found: [CollectionRecord] = []
        for identifier in identifiers {
            guard let uuid = ObjectUUID(identifier), seen.insert(uuid).inserted else { continue }
            if let record = try collection(uuid), kinds.contains(record.kind) {
                found.append(record)
            }
        }
        return found
    }
}
