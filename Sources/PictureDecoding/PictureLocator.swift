internal import ImagingService
internal import MediaMetadata
internal import PhotoModel
internal import Renditions

/// Where the picture that is asked for lies in a file.
struct LocatedPicture {
    var extent: PictureExtent
    /// How it is turned, where the picture itself does not say or does not count.
    var orientation: Orientation?
}

/// Finds the picture that is asked for in a file, by what the file is.
struct PictureLocator {
    let file: FileBytes
    let descriptor: Int32
    let format: MediaFormat

    init(file: FileBytes, descriptor: Int32, name: [UInt8]) {
        (self.file, self.descriptor) = (file, descriptor)
        let text = String(decoding: name, as: UTF8.self)
        let ending = text.lastIndex(of: ".").map { text[text.index(after: $0)...].lowercased() }
        format = MediaFormat(head: file.head, fileExtension: ending ?? "")
    }

    func locate(_ subject: RenditionRequest.Subject) throws(RenditionFailure) -> LocatedPicture {
        switch subject {
        case .picture: try picture()
        case .embedded: throw RenditionFailure("there is no small picture in it")
        case .frame: throw RenditionFailure("a picture has no frames")
        case .pixels: throw RenditionFailure("pixels are no file")
        }
    }

    private func picture() throws(RenditionFailure) -> LocatedPicture {
        switch format {
        case .jpeg: LocatedPicture(extent: whole(.jpeg))
        case .png: LocatedPicture(extent: whole(.png))
        case .webp: LocatedPicture(extent: whole(.webp))
        case .gif: LocatedPicture(extent: whole(.gif))
        case .tiff: LocatedPicture(extent: whole(.tiff))
        case .jpegXL: LocatedPicture(extent: whole(.jpegXL), orientation: .up)
        // Its own properties turn it, and libheif does what they say; Exif may repeat them.
        case .heic, .heif, .avif: LocatedPicture(extent: whole(.heif), orientation: .up)
        default: throw refusal
        }
    }

    private func whole(_ kind: PictureExtent.Kind) -> PictureExtent {
        PictureExtent(kind: kind, file: descriptor, range: 0..<file.size)
    }

    private var refusal: RenditionFailure {
        RenditionFailure(
            format.mediaType == .video
                ? "a film has no picture but its frames" : "it is no picture that is decoded"
        )
    }
}
