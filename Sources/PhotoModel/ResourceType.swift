/// The part a file plays in an asset; raw values are PhotoKit's where it has the part.
package enum ResourceType: Int, Sendable {
    case photo = 1
    case video = 2
    /// The RAW file of a picture that is there as a JPEG or HEIC file too.
    case alternatePhoto = 4
    /// How the picture was edited, without the edited picture.
    case adjustmentData = 7
    /// The film of a Live Photo.
    case pairedVideo = 9
    /// An XMP file about the picture; PhotoKit knows no such part.
    case sidecar = 1_001

    /// The name used in JSON.
    package var name: StaticString {
        switch self {
        case .photo: "photo"
        case .video: "video"
        case .alternatePhoto: "alternatePhoto"
        case .adjustmentData: "adjustmentData"
        case .pairedVideo: "pairedVideo"
        case .sidecar: "sidecar"
        }
    }
}
