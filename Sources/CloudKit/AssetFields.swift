internal import Catalogue
internal import CoreLocation
internal import Foundation
internal import PhotoModel

/// The fields of asset records, named as in the feed where it has the same field.
enum AssetFields {
    private typealias Field = RecordField<AssetRecord, AssetKeys>

    static let all: [RecordField<AssetRecord, AssetKeys>] = place + description + media + files

    private static let place = [
        Field("path", .path) { asset, maker in
            String(
                decoding: try maker.reader.path(asset.directory, asset.file.name),
                as: UTF8.self
            )
        },
        Field("root", .root) { asset, maker in
            let root = try maker.reader.directory(asset.directory)
                .flatMap { maker.reader.root($0.root) }
            return root.map { String(decoding: $0.path, as: UTF8.self) }
        },
        Field("album", .albumId) { asset, maker in
            maker.reference(.album, try maker.reader.albumUUID(asset.directory))
        },
    ]

    private static let description = [
        Field("creationDate", .creationDate) { asset, _ in
            RecordMaker.date(asset.creationDate.microseconds)
        },
        Field("creationDateOffset", .creationDate) { asset, _ in
            asset.creationDate.offsetMinutes
        },
        Field("creationDateSource", .creationDate) { asset, _ in
            "\(asset.creationDate.source.name)"
        },
        Field("modificationDate", .modificationDate) { asset, _ in
            RecordMaker.date(asset.modificationDate / 1_000)
        },
        Field("addedDate", []) { asset, _ in RecordMaker.date(asset.addedDate) },
        Field("location", [.location, .creationDate]) { asset, _ in
            guard let latitude = asset.latitude, let longitude = asset.longitude else { return nil }
            return CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
                altitude: asset.altitude ?? 0,
                horizontalAccuracy: 0,
                verticalAccuracy: asset.altitude == nil ? -1 : 0,
                timestamp: RecordMaker.date(asset.creationDate.microseconds)
            )
        },
        Field("favorite", .favorite) { asset, _ in asset.isFavorite },
        Field("hidden", .hidden) { asset, _ in asset.isHidden },
        Field("cameraMake", .camera) { asset, _ in asset.cameraMake },
        Field("cameraModel", .camera) { asset, _ in asset.cameraModel },
        Field("lensModel", .camera) { asset, _ in asset.lensModel },
        Field("title", .extendedMetadata) { asset, _ in asset.extendedMetadata?.title },
        Field("caption", .extendedMetadata) { asset, _ in asset.extendedMetadata?.caption },
        Field("keywords", .extendedMetadata) { asset, _ in asset.extendedMetadata?.keywords ?? [] },
        Field("rating", .extendedMetadata) { asset, _ in asset.extendedMetadata?.rating ?? 0 },
    ]

    private static let media = [
        Field("mediaType", .mediaType) { asset, _ in "\(asset.mediaType.name)" },
        Field("mediaSubtypes", .mediaSubtypes) { asset, _ in
            MediaSubtypes.names.filter { asset.subtypes.contains($0.0) }.map { "\($0.1)" }
        },
        Field("traits", .traits) { asset, _ in
            AssetTraits.names.filter { asset.traits.contains($0.0) }.map { "\($0.1)" }
        },
        Field("pixelWidth", .pixelSize) { asset, _ in asset.width },
        Field("pixelHeight", .pixelSize) { asset, _ in asset.height },
        Field("duration", .duration) { asset, _ in asset.duration },
        Field("burstIdentifier", .burst) { asset, _ in asset.burstIdentifier },
        Field("representsBurst", .burst) { asset, _ in asset.representsBurst },
        Field("readable", .readable) { asset, _ in asset.unreadableReason == nil },
        Field("unreadableReason", .readable) { asset, _ in asset.unreadableReason },
    ]

    private static let files = [
        Field("uti", .uti) { asset, _ in asset.uti },
        Field("size", .size) { asset, _ in asset.file.identity.size },
        Field("file", [.path, .root]) { asset, maker in
            let path = try maker.reader.absolutePath(of: asset)
            return CKAsset(fileURL: URL(fileURLWithPath: String(decoding: path, as: UTF8.self)))
        },
        Field("resources", [.resources, .path]) { asset, maker in
            try ([asset] + maker.reader.partRecords(of: asset)).map { record in
                let path = try maker.reader.path(record.directory, record.file.name)
                return "\(record.file.type.name) \(String(decoding: path, as: UTF8.self))"
            }
        },
    ]
}
