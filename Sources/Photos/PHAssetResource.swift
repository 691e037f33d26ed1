internal import Catalogue
internal import Foundation
internal import PhotoModel
public import UniformTypeIdentifiers

/// A file of an asset, or a film inside one.
open class PHAssetResource: NSObject, NSKeyValueCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The part it plays in the asset.
    public let type: PHAssetResourceType
    /// The asset it is part of.
    public let assetLocalIdentifier: String
    /// What kind of file it is, such as `public.jpeg`.
    public let uniformTypeIdentifier: String
    /// The file's name; bytes that are no UTF-8 are shown as U+FFFD.
    public let originalFilename: String
    /// Pixels as shown, after orientation; 0 for what has none.
    public let pixelWidth: Int
    /// Pixels as shown, after orientation; 0 for what has none.
    public let pixelHeight: Int
    let stored: StoredBytes

    private init(
        _ type: PHAssetResourceType,
        _ record: AssetRecord,
        of asset: PHAsset,
        _ path: [UInt8],
        _ connection: LibraryConnection
    ) {
        self.type = type
        assetLocalIdentifier = asset.localIdentifier
        uniformTypeIdentifier = record.uti
        originalFilename = String(decoding: record.file.name, as: UTF8.self)
        (pixelWidth, pixelHeight) = (Int(record.width), Int(record.height))
        stored = StoredBytes(
            path: path,
            range: 0..<record.file.identity.size,
            connection: connection
        )
    }

    /// The film that a picture's file holds.
    private init(filmIn picture: PHAssetResource, _ film: EmbeddedFilm) {
        type = .pairedVideo
        assetLocalIdentifier = picture.assetLocalIdentifier
        uniformTypeIdentifier = "public.mpeg-4"
        let name = picture.originalFilename
        originalFilename = name[..<(name.lastIndex(of: ".") ?? name.endIndex)] + ".mp4"
        (pixelWidth, pixelHeight) = (0, 0)
        stored = StoredBytes(
            path: picture.stored.path,
            range: film.offset..<film.offset + film.length,
            connection: picture.stored.connection
        )
    }

    /// What kind of file it is.
    open var contentType: UTType { UTType(uniformTypeIdentifier) ?? .data }

    /// The file's name, as ``originalFilename``.
    open var filename: String? { originalFilename }

    /// Bytes, as of the asset.
    open var dataSize: Int? { stored.range.count }

    /// The value of a property by its name, and what code for Apple's systems asks by name: `fileSize`, and
    /// `locallyAvailable` and `isCurrent`, which are always true here; nil for names nobody knows.
    open func value(forKey key: String) -> Any? { Self.resourceKeys[key]?(self) }

    /// The files of an asset as they are now: its own first, then the film of a Live Photo, the RAW
    /// file, adjustments and sidecars.
    ///
    /// A motion photo's film is one of them, though it lies in the picture's file. Nothing when the asset is
    /// gone.
    public class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        guard let id = asset.record?.id, let connection = asset.connection else { return [] }
        let files = connection.ask { reader -> [(AssetRecord, path: [UInt8])] in
            guard let record = try reader.assetOrTrashed(id) else { return [] }
            return try ([record] + reader.partRecords(of: record)).map {
                ($0, try reader.absolutePath(of: $0))
            }
        }
        var resources: [PHAssetResource] = []
        for (record, path) in files ?? [] {
            let type = PHAssetResourceType(rawValue: record.file.type.rawValue) ?? .photo
            let resource = PHAssetResource(type, record, of: asset, path, connection)
            resources.append(resource)
            if let film = record.film, asset.mediaSubtypes.contains(.photoLive) {
                resources.append(PHAssetResource(filmIn: resource, film))
            }
        }
        return resources
    }
}
