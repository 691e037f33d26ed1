internal import Catalogue
internal import Foundation
internal import PhotoModel
public import UniformTypeIdentifiers

/// A file of an asset, or a film inside one.
open class PHAssetResource: NSObject, NSKeyValueCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// What is known of the file.
    private struct Facts: Sendable {
        var type = PHAssetResourceType.photo
        var asset = ""
        var uniformTypeIdentifier = "public.data"
        var name = ""
        var width = 0
        var height = 0
        /// Nil for what is nowhere.
        var stored: StoredBytes?
    }

    private let facts: Facts

    /// A file that is nowhere; for those who make a class of their own of it.
    public override init() {
        facts = Facts()
    }

    private init(_ facts: Facts) {
        self.facts = facts
    }

    private convenience init(
        _ file: ResourceFile,
        of asset: PHAsset,
        _ connection: LibraryConnection
    ) {
        let (record, extent) = (file.record, file.own?.extent)
        self.init(
            Facts(
                type: PHAssetResourceType(rawValue: record.file.type.rawValue) ?? .photo,
                asset: asset.localIdentifier,
                uniformTypeIdentifier: record.uti,
                name: String(decoding: record.file.name, as: UTF8.self),
                width: Int(extent?.width ?? record.width),
                height: Int(extent?.height ?? record.height),
                stored: StoredBytes(
                    path: file.path,
                    range: 0..<record.file.identity.size,
                    connection: connection
                )
            )
        )
    }

    /// A file of the user's.
    convenience init(_ type: PHAssetResourceType, file: URL) {
        let known = UTType(filenameExtension: file.pathExtension)
        self.init(
            Facts(
                type: type,
                uniformTypeIdentifier: known?.identifier ?? "public.data",
                name: file.lastPathComponent,
                stored: StoredBytes(file: file)
            )
        )
    }

    /// The film that a picture's file holds.
    private convenience init(filmIn picture: PHAssetResource, _ film: EmbeddedFilm) {
        let name = picture.facts.name
        self.init(
            Facts(
                type: .pairedVideo,
                asset: picture.facts.asset,
                uniformTypeIdentifier: "public.mpeg-4",
                name: name[..<(name.lastIndex(of: ".") ?? name.endIndex)] + ".mp4",
                stored: picture.facts.stored.map { stored in
                    StoredBytes(
                        path: stored.path,
                        range: film.offset..<film.offset + film.length,
                        connection: stored.connection
                    )
                }
            )
        )
    }

    /// The bytes.
    ///
    /// - Throws: ``PHPhotosError`` for what is nowhere.
    func bytes() throws -> StoredBytes {
        guard let stored = facts.stored else { throw PHPhotosError(.missingResource) }
        return stored
    }

    /// The part it plays in the asset.
    open var type: PHAssetResourceType { facts.type }

    /// The asset it is part of.
    open var assetLocalIdentifier: String { facts.asset }

    /// What kind of file it is, such as `public.jpeg`.
    open var uniformTypeIdentifier: String { facts.uniformTypeIdentifier }

    /// The file's name; bytes that are no UTF-8 are shown as U+FFFD.
    open var originalFilename: String { facts.name }

    /// Pixels as shown, after orientation; 0 for what has none.
    open var pixelWidth: Int { facts.width }

    /// Pixels as shown, after orientation; 0 for what has none.
    open var pixelHeight: Int { facts.height }

    /// What there is to tell of the file.
    open override var description: String {
        "<\(Swift.type(of: self)): \(address)> {type: \(type), uti: \(uniformTypeIdentifier), "
            + "filename: \(originalFilename), size: \(dataSize ?? 0), asset: \(assetLocalIdentifier)}"
    }

    /// What kind of file it is.
    open var contentType: UTType { UTType(uniformTypeIdentifier) ?? .data }

    /// The file's name, as ``originalFilename``.
    open var filename: String? { originalFilename }

    /// Bytes, as of the asset.
    open var dataSize: Int? { facts.stored?.range.count }

    /// The value of a property by its name, and what code for Apple's systems asks by name: `fileSize`, and
    /// `locallyAvailable` and `isCurrent`, which are always true here; nil for names nobody knows.
    open func value(forKey key: String) -> Any? { Self.resourceKeys[key]?(self) }

    /// The files of an asset as they are now: its own first, then the film of a Live Photo, the RAW
    /// file, edited versions, adjustments and sidecars.
    ///
    /// A motion photo's film is one of them, though it lies in the picture's file. Nothing when the asset is
    /// gone.
    open class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        guard let connection = asset.connection else { return [] }
        var resources: [PHAssetResource] = []
        for file in ResourceFile.all(of: asset) {
            let resource = PHAssetResource(file, of: asset, connection)
            resources.append(resource)
            if let film = file.record.film, asset.mediaSubtypes.contains(.photoLive) {
                resources.append(PHAssetResource(filmIn: resource, film))
            }
        }
        return resources
    }

    /// The still and the film of a Live Photo.
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] {
        livePhoto.resources
    }
}

/// A file of an asset, as the library has it now.
struct ResourceFile: Sendable {
    let record: AssetRecord
    let path: [UInt8]
    /// What the file says, where the asset is told to be something else.
    var own: OwnValues?

    /// The asset's own file, then the others; nothing when the asset is gone.
    static func all(of asset: PHAsset) -> [ResourceFile] {
        guard let id = asset.record?.id else { return [] }
        return asset.connection?.ask { reader in
            guard let record = try reader.assetOrTrashed(id) else { return [] }
            var files = try ([record] + reader.partRecords(of: record)).map {
                ResourceFile(record: $0, path: try reader.absolutePath(of: $0))
            }
            files[0].own = try reader.ownValues(of: record)
            return files
        } ?? []
    }
}
