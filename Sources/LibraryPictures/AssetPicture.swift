package import Catalogue
package import Imaging
internal import PhotoModel

/// The file to show for an asset.
package struct AssetPicture: Sendable {
    /// The version of an asset to show.
    package enum Version: Sendable {
        /// The latest edit.
        case current
        /// The original from the camera.
        case original
    }

    /// The record of the file; the asset's own if the file has no separate one.
    package var record: AssetRecord
    /// The path of the file.
    package var path: [UInt8]
    package var source: PictureSource

    /// Finds the file; must be called within a snapshot.
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
            // Files in the trash are not watched, so a change would go unnoticed.
            content: asset.isTrashed ? nil : ContentKey(record.file)
        )
    }
}

extension ContentKey {
    /// Creates the key for a file of the library; nil while its content is not known.
    package init?(_ file: FileRecord) {
        guard file.fingerprint != 0 else { return nil }
        self.init(
            size: file.identity.size,
            modified: file.identity.modified,
            fingerprint: file.fingerprint,
            changed: file.changed
        )
    }
}
