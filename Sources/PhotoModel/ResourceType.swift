/// The role of a file in an asset; raw values are PhotoKit's where it has the role.
package enum ResourceType: Int, Sendable {
    case photo = 1
    case video = 2
    /// The RAW file of a picture that also exists as JPEG or HEIC.
    case alternatePhoto = 4
    /// The edited picture of an asset whose own file is the original.
    case fullSizePhoto = 5
    /// The edited film.
    case fullSizeVideo = 6
    /// The edits of a picture, without the edited picture.
    case adjustmentData = 7
    /// The film of a Live Photo.
    case pairedVideo = 9
    /// The edited film of a Live Photo.
    case fullSizePairedVideo = 10
    /// An XMP file about the picture; PhotoKit has no such type.
    case sidecar = 1_001

    /// The name used in JSON.
    package var name: StaticString {
        switch self {
        case .photo: "photo"
        case .video: "video"
        case .alternatePhoto: "alternatePhoto"
        case .fullSizePhoto: "fullSizePhoto"
        case .fullSizeVideo: "fullSizeVideo"
        case .adjustmentData: "adjustmentData"
        case .pairedVideo: "pairedVideo"
        case .fullSizePairedVideo: "fullSizePairedVideo"
        case .sidecar: "sidecar"
        }
    }

    /// Whether the file is an edited version of another one.
    package var isRendered: Bool {
        self == .fullSizePhoto || self == .fullSizeVideo || self == .fullSizePairedVideo
    }
}
