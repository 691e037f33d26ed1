package import Catalogue
package import Imaging
internal import PhotoModel

/// The file that shows an asset.
package struct AssetPicture: Sendable {
    /// Which of an asset's files is meant.
    package enum Version: Sendable {
        /// As it was edited last.
        case current
        /// As it came from the camera.
        case original
    }

    /// The record of the file; of the asset itself where that has no other.
    package var record: AssetRecord
    /// Where the file lies.
    package var path: [UInt8]
    package var source: PictureSource

    /// Finds the file; call within a snapshot.
    package init(
        of asset: AssetRecord,
        _ version: Version,
        in reader: CatalogueReader
    ) throws {
        record = asset
        if version == .current, asset.partCount > 0 {
            let edited: ResourceType = asset.mediaType == .video ? .fullSizeVideo : .fullSizePhoto
            let parts = try reader.partRecords(of: asset)
            record = parts.first { $0.file.type == edited } ?? asset
        }
        path = try reader.absolutePath(of: record)
        source = PictureSource(
            path: path,
            isFilm: asset.mediaType == .video,
            // A file in the trash is not followed, so nobody would know that it was changed.
            content: asset.isTrashed ? nil : ContentKey(record.file)
        )
    }
}

extension ContentKey {
    /// What a file of the library holds; nil while that is not known.
    package init?(_ file: FileRecord) {
        guard file.fingerprint != 0 else { return nil }
        self.init(
            size: file.identity.size,
            modified: file.identity.modified,
            fingerprint: file.fingerprint ^ file.edition &* 0x1E37_79B9_7F4A_7C15,
            changed: file.changed
        )
    }
}
