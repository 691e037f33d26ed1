internal import Catalogue
internal import Foundation
internal import PhotoModel
public import UniformTypeIdentifiers

/// A file of an asset, or the film inside one.
open class PHAssetResource: NSObject, NSKeyValueCoding, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The properties of the file.
    private struct Facts: Sendable {
        var type = PHAssetResourceType.photo
        var asset = ""
        var uniformTypeIdentifier = "public.data"
        var name = ""
        var width = 0
        var height = 0
        /// The file's bytes; nil for a resource without a file.
        var stored: StoredBytes?
    }

    private let facts: Facts

    /// Creates a resource without a file; meant for subclasses.
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

    /// Creates a resource from a file outside the library.
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

    /// Creates the resource of the film inside a picture's file.
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

    /// Returns the bytes of the resource.
    ///
    /// - Throws: ``PHPhotosError`` for a resource without a file.
    func bytes() throws -> StoredBytes {
        guard let stored = facts.stored else { throw PHPhotosError(.missingResource) }
        return stored
    }

    /// The role of the file in the asset.
    open var type: PHAssetResourceType { facts.type }

    /// The identifier of the asset that the resource belongs to.
    open var assetLocalIdentifier: String { facts.asset }

    /// The type of the file, such as `public.jpeg`.
    open var uniformTypeIdentifier: String { facts.uniformTypeIdentifier }

    /// The file's name; bytes that are not valid UTF-8 appear as U+FFFD.
    open var originalFilename: String { facts.name }

    /// The width in pixels as shown, after orientation; 0 for a file without one.
    open var pixelWidth: Int { facts.width }

    /// The height in pixels as shown, after orientation; 0 for a file without one.
    open var pixelHeight: Int { facts.height }

    /// The properties of the file as text.
    open override var description: String {
        "<\(Swift.type(of: self)): \(address)> {type: \(type), uti: \(uniformTypeIdentifier), "
            + "filename: \(originalFilename), size: \(dataSize ?? 0), asset: \(assetLocalIdentifier)}"
    }

    /// The type of the file.
    open var contentType: UTType { UTType(uniformTypeIdentifier) ?? .data }

    /// The file's name, the same as ``originalFilename``.
    open var filename: String? { originalFilename }

    /// The size in bytes, as of when the resource was created.
    open var dataSize: Int? { facts.stored?.range.count }

    /// Returns the value of a property by its name; nil for unknown names.
    ///
    /// Three more names that code for Apple's systems uses are known: `fileSize`, and `locallyAvailable` and
    /// `isCurrent`, which are always true here.
    open func value(forKey key: String) -> Any? { Self.resourceKeys[key]?(self) }

    /// Returns the current files of an asset: its own first, then the film of a Live Photo, the RAW file, edited
    /// versions, adjustments and sidecars.
    ///
    /// A motion photo's film is one of them, although it is inside the picture's file. The result is empty if the asset
    /// is gone.
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

    /// Returns the still and the film of a Live Photo.
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] {
        livePhoto.resources
    }
}

/// A file of an asset, as the library has it now.
struct ResourceFile: Sendable {
    let record: AssetRecord
    let path: [UInt8]
    /// The values from the file itself, if other values are set for the asset.
    var own: OwnValues?

    /// Returns the asset's own file, then the others; an empty array if the asset is gone.
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
