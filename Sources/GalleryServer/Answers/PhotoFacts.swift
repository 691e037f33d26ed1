internal import CoreLocation
internal import Foundation
internal import Photos

/// Everything known about a photo, for the panel beside it.
struct PhotoFacts: Encodable, Sendable {
    /// The place where the photo was taken: degrees, and metres above sea level.
    struct Place: Encodable, Sendable {
        let latitude: Double
        let longitude: Double
        let altitude: Double?

        init(_ location: CLLocation) {
            latitude = location.coordinate.latitude
            longitude = location.coordinate.longitude
            altitude = location.verticalAccuracy < 0 ? nil : location.altitude
        }
    }

    /// The time when the photo was taken, as far as known, and when it was added.
    struct Dates: Encodable, Sendable {
        /// The source of the photo's date.
        let source: String?
        /// When the library discovered the photo, in milliseconds since 1970.
        let added: Int64?

        init(_ asset: PHAsset) {
            source = asset.creationDateSource
            added = asset.addedDate.map { Int64($0.timeIntervalSince1970 * 1_000) }
        }
    }

    /// A file of the photo.
    struct File: Encodable, Sendable {
        /// The position among the photo's files, which identifies the file in URLs.
        let number: Int
        let name: String
        /// `PHAssetResourceType`, as a number.
        let kind: Int
        let type: String
        let bytes: Int?
    }

    /// The reason for a value.
    struct Reason: Encodable, Sendable {
        let value: String
        let rule: String
        let detail: String
    }

    let item: GridItem
    let dates: Dates
    let title: String?
    let caption: String?
    let keywords: [String]
    let stars: Int
    let camera: [String]
    let place: Place?
    let albums: [CollectionFacts]
    let files: [File]
    let reasons: [Reason]
    let unreadable: String?

    init(_ asset: PHAsset) {
        item = GridItem.items([asset])[0]
        dates = Dates(asset)
        let texts = asset.extendedMetadata
        (title, caption, keywords) = (texts.title, texts.caption, texts.keywords)
        stars = asset.rating.rawValue
        camera = ["cameraMake", "cameraModel", "lensModel"].compactMap {
            asset.value(forKey: $0) as? String
        }
        place = asset.location.map { Place($0) }
        albums = CollectionFacts.albums(of: asset)
        files = PHAssetResource.assetResources(for: asset).enumerated().map(Self.file)
        reasons = asset.derivations.map {
            Reason(value: $0.value, rule: $0.rule, detail: $0.detail)
        }
        unreadable = asset.unreadableReason
    }

    private static func file(_ number: Int, _ resource: PHAssetResource) -> File {
        File(
            number: number,
            name: resource.originalFilename,
            kind: resource.type.rawValue,
            type: resource.contentType.preferredMIMEType ?? "application/octet-stream",
            bytes: resource.dataSize
        )
    }
}
