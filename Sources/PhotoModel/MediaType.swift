/// The media type of an asset; raw values are PhotoKit's.
package enum MediaType: Int, Sendable, CaseIterable {
    case unknown = 0
    case image = 1
    case video = 2
    case audio = 3

    /// The name used in JSON and in predicates.
    package var name: StaticString {
        switch self {
        case .unknown: "unknown"
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        }
    }
}

/// The subtypes of photos and films that PhotoKit defines; the bits are PhotoKit's.
package struct MediaSubtypes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt

    package init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    package static let photoPanorama = Self(rawValue: 1 << 0)
    package static let photoHDR = Self(rawValue: 1 << 1)
    package static let photoScreenshot = Self(rawValue: 1 << 2)
    package static let photoLive = Self(rawValue: 1 << 3)
    package static let photoDepthEffect = Self(rawValue: 1 << 4)
    package static let photoAnimation = Self(rawValue: 1 << 6)
    package static let spatialMedia = Self(rawValue: 1 << 10)
    package static let videoStreamed = Self(rawValue: 1 << 16)
    package static let videoHighFrameRate = Self(rawValue: 1 << 17)
    package static let videoTimelapse = Self(rawValue: 1 << 18)
    package static let videoScreenRecording = Self(rawValue: 1 << 19)
    package static let videoCinematic = Self(rawValue: 1 << 21)

    /// Every subtype with the name used in JSON and in predicates, in the order of the bits.
    package static let names: [(subtype: MediaSubtypes, name: StaticString)] = [
        (.photoPanorama, "photoPanorama"), (.photoHDR, "photoHDR"),
        (.photoScreenshot, "photoScreenshot"), (.photoLive, "photoLive"),
        (.photoDepthEffect, "photoDepthEffect"), (.photoAnimation, "photoAnimation"),
        (.spatialMedia, "spatialMedia"), (.videoStreamed, "videoStreamed"),
        (.videoHighFrameRate, "videoHighFrameRate"), (.videoTimelapse, "videoTimelapse"),
        (.videoScreenRecording, "videoScreenRecording"), (.videoCinematic, "videoCinematic"),
    ]
}

/// The properties that PhotoKit shows in smart albums but has no subtype for.
package struct AssetTraits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt

    package init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    package static let selfie = Self(rawValue: 1 << 0)
    package static let raw = Self(rawValue: 1 << 1)
    package static let longExposure = Self(rawValue: 1 << 2)
    /// The file contains a short film in addition to the picture.
    package static let motionPhoto = Self(rawValue: 1 << 3)
    /// The file contains a gain map: how much brighter each part is on a capable screen.
    package static let gainMap = Self(rawValue: 1 << 4)
    package static let nightMode = Self(rawValue: 1 << 5)
    /// A sidecar marks its picture as a favorite; not reported as a trait.
    package static let marksFavorite = Self(rawValue: 1 << 15)
    /// An edited copy has values of Google Takeout's file about its original; not reported as a trait.
    package static let borrows = Self(rawValue: 1 << 16)
    /// A date was refused because it was after tomorrow when the file was read, and may count later; not reported as a
    /// trait.
    package static let awaitsClock = Self(rawValue: 1 << 17)
    /// The marks that are not reported.
    package static let unreported: Self = [.marksFavorite, .borrows, .awaitsClock]

    /// Every trait with the name used in JSON, in the order of the bits.
    package static let names: [(trait: AssetTraits, name: StaticString)] = [
        (.selfie, "selfie"), (.raw, "raw"), (.longExposure, "longExposure"),
        (.motionPhoto, "motionPhoto"), (.gainMap, "gainMap"), (.nightMode, "nightMode"),
    ]
}
