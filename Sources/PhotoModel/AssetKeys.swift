/// The properties of an asset that a change can touch, named as in JSON.
package struct AssetKeys: OptionSet, Sendable, Hashable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static let path = Self(rawValue: 1 << 0)
    package static let albumId = Self(rawValue: 1 << 1)
    package static let mediaType = Self(rawValue: 1 << 2)
    package static let mediaSubtypes = Self(rawValue: 1 << 3)
    package static let traits = Self(rawValue: 1 << 4)
    package static let pixelSize = Self(rawValue: 1 << 5)
    package static let duration = Self(rawValue: 1 << 6)
    package static let creationDate = Self(rawValue: 1 << 7)
    package static let modificationDate = Self(rawValue: 1 << 8)
    package static let location = Self(rawValue: 1 << 9)
    package static let favorite = Self(rawValue: 1 << 10)
    package static let hidden = Self(rawValue: 1 << 11)
    package static let burst = Self(rawValue: 1 << 12)
    package static let uti = Self(rawValue: 1 << 13)
    package static let size = Self(rawValue: 1 << 14)
    package static let camera = Self(rawValue: 1 << 15)
    package static let resources = Self(rawValue: 1 << 16)
    package static let readable = Self(rawValue: 1 << 17)
    package static let root = Self(rawValue: 1 << 18)
    package static let extendedMetadata = Self(rawValue: 1 << 19)

    /// Each bit with its JSON keys, in the order of the asset object.
    package static let names: [(key: AssetKeys, names: [StaticString])] = [
        (.path, ["path"]), (.root, ["root"]), (.albumId, ["albumId"]),
        (.mediaType, ["mediaType"]), (.mediaSubtypes, ["mediaSubtypes"]), (.traits, ["traits"]),
        (.pixelSize, ["pixelWidth", "pixelHeight"]), (.duration, ["duration"]),
        (.creationDate, ["creationDate", "creationDateUTC", "creationDateSource"]),
        (.modificationDate, ["modificationDate"]),
        (.location, ["latitude", "longitude", "altitude"]),
        (.favorite, ["favorite"]), (.hidden, ["hidden"]),
        (.burst, ["burstIdentifier", "representsBurst", "burstSelectionTypes"]),
        (.uti, ["uti"]), (.size, ["size"]),
        (.camera, ["cameraMake", "cameraModel", "lensModel"]),
        (.extendedMetadata, ["title", "caption", "keywords", "rating"]),
        (.resources, ["resources"]), (.readable, ["readable", "unreadableReason"]),
    ]
}
