internal import Catalogue
internal import CoreLocation
internal import Foundation
internal import PhotoModel

/// A field of the records of assets; the names are those of the feed, where it has the same.
struct AssetField {
    let name: String
    /// What has to change for it to have another value; none for what never does.
    let keys: AssetKeys
    let value: @Sendable (AssetRecord, RecordMaker) throws -> Any?

    private init(
        _ name: String,
        _ keys: AssetKeys,
        _ value: @escaping @Sendable (AssetRecord, RecordMaker) throws -> Any?
    ) {
        (self.name, self.keys, self.value) = (name, keys, value)
    }

    static let all: [AssetField] = place + description + media + files

    private static let place = [
        AssetField("path", .path) { asset, maker in
            String(
                decoding: maker.reader.path(asset.directory, asset.file.name),
                as: UTF8.self
            )
        },
        AssetField("root", .root) { asset, maker in
            let root = maker.reader.directory(asset.directory)
                .flatMap { maker.reader.root($0.root) }
            return root.map { String(decoding: $0.path, as: UTF8.self) }
        },
        AssetField("album", .albumId) { asset, maker in
            maker.reference(.album, maker.reader.albumUUID(asset.directory))
        },
    ]

    private static let description = [
        AssetField("creationDate", .creationDate) { asset, _ in
            RecordMaker.date(asset.creationDate.microseconds)
        },
        AssetField("creationDateOffset", .creationDate) { asset, _ in
            asset.creationDate.offsetMinutes
        },
        AssetField("creationDateSource", .creationDate) { asset, _ in
            "\(asset.creationDate.source.name)"
        },
        AssetField("modificationDate", .modificationDate) { asset, _ in
            RecordMaker.date(asset.modificationDate / 1_000)
        },
        AssetField("addedDate", .never) { asset, _ in RecordMaker.date(asset.addedDate) },
        AssetField("location", [.location, .creationDate]) { asset, _ in
            guard let latitude = asset.latitude, let longitude = asset.longitude else { return nil }
            return CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
                altitude: asset.altitude ?? 0,
                horizontalAccuracy: 0,
                verticalAccuracy: asset.altitude == nil ? -1 : 0,
                timestamp: RecordMaker.date(asset.creationDate.microseconds)
            )
        },
        AssetField("favorite", .favorite) { asset, _ in asset.isFavorite },
        AssetField("hidden", .hidden) { asset, _ in asset.isHidden },
        AssetField("cameraMake", .camera) { asset, _ in asset.cameraMake },
        AssetField("cameraModel", .camera) { asset, _ in asset.cameraModel },
        AssetField("lensModel", .camera) { asset, _ in asset.lensModel },
    ]

    private static let media = [
        AssetField("mediaType", .mediaType) { asset, _ in "\(asset.mediaType.name)" },
        AssetField("mediaSubtypes", .mediaSubtypes) { asset, _ in
            MediaSubtypes.names.filter { asset.subtypes.contains($0.0) }.map { "\($0.1)" }
        },
        AssetField("traits", .traits) { asset, _ in
            AssetTraits.names.filter { asset.traits.contains($0.0) }.map { "\($0.1)" }
        },
        AssetField("pixelWidth", .pixelSize) { asset, _ in asset.width },
        AssetField("pixelHeight", .pixelSize) { asset, _ in asset.height },
        AssetField("duration", .duration) { asset, _ in asset.duration },
        AssetField("burstIdentifier", .burst) { asset, _ in asset.burstIdentifier },
        AssetField("representsBurst", .burst) { asset, _ in asset.representsBurst },
        AssetField("readable", .readable) { asset, _ in asset.unreadableReason == nil },
        AssetField("unreadableReason", .readable) { asset, _ in asset.unreadableReason },
    ]

    private static let files = [
        AssetField("uti", .uti) { asset, _ in asset.uti },
        AssetField("size", .size) { asset, _ in asset.file.identity.size },
        AssetField("file", [.path, .root]) { asset, maker in
            let path = try maker.reader.absolutePath(of: asset)
            return CKAsset(fileURL: URL(fileURLWithPath: String(decoding: path, as: UTF8.self)))
        },
        AssetField("resources", [.resources, .path]) { asset, maker in
            let files = try [asset.file] + maker.reader.parts(of: asset)
            return files.map { file in
                let path = maker.reader.path(file.directory, file.name)
                return "\(file.type.name) \(String(decoding: path, as: UTF8.self))"
            }
        },
    ]
}

extension AssetKeys {
    /// What no change touches.
    fileprivate static let never = AssetKeys(rawValue: 1 << 62)
}
