internal import ImagingService
internal import MediaMetadata
internal import PhotoModel
internal import Renditions

/// The search for the requested picture in a file, depending on the file's format.
struct PictureLocator {
    let file: FileBytes
    let descriptor: Int32
    let format: MediaFormat

    /// Phones write pictures of 200 megapixels in 800 tiles, including the gain map.
    private static let mostTiles = 4_096
    /// Photos have a few hundred, and libjpeg searches all stored ones for every new one.
    private static let mostSegments = 8_192
    /// libvips reads a whole WebP or GIF file into memory.
    private static let mostBytes = 1 << 28

    init(file: FileBytes, descriptor: Int32, name: [UInt8]) {
        (self.file, self.descriptor) = (file, descriptor)
        let text = String(decoding: name, as: UTF8.self)
        let ending = text.lastIndex(of: ".").map { text[text.index(after: $0)...].lowercased() }
        let format = MediaFormat(head: file.head, fileExtension: ending ?? "")
        guard format == .livePhoto, let archive = LivePhotoArchive(file),
            file.enter(archive.still) == 0
        else {
            self.format = format
            return
        }
        self.format = MediaFormat(head: file.head, fileExtension: "")
    }

    func locate(_ subject: RenditionRequest.Subject) throws(RenditionFailure) -> LocatedPicture {
        switch subject {
        case .picture: try picture()
        case .embedded: try embedded()
        case .frame, .pixels, .tracks, .mp4, .quickTime: throw RenditionFailure("it is no film")
        }
    }

    private func picture() throws(RenditionFailure) -> LocatedPicture {
        switch format {
        case .jpeg: LocatedPicture(extent: try jpeg())
        case .png: png()
        case .webp: LocatedPicture(extent: try small(.webp))
        case .gif: LocatedPicture(extent: try small(.gif))
        case .tiff: LocatedPicture(extent: whole(.tiff))
        case .jpegXL: LocatedPicture(extent: whole(.jpegXL), orientation: .up)
        case .heic, .heif, .avif: try heif(HEIFSummary(file))
        case _ where format.isRaw: try preview()
        default: throw refusal
        }
    }

    private func jpeg() throws(RenditionFailure) -> PictureExtent {
        var place = 2
        for _ in 0..<Self.mostSegments {
            let length: Int? = file.withBytes(at: place, count: 4) { bytes in
                guard bytes.u8(0) == 0xFF, bytes.u8(1) != 0xDA else { return nil }
                return bytes.be16(2)
            }
            guard let length else { return whole(.jpeg) }
            place += 2 + length
        }
        throw RenditionFailure("a picture with so many segments is not decoded")
    }

    private func png() -> LocatedPicture {
        var located = LocatedPicture(extent: whole(.png))
        located.colours = PNGReader.colours(of: file)
        return located
    }

    private func small(_ kind: PictureExtent.Kind) throws(RenditionFailure) -> PictureExtent {
        guard file.size <= Self.mostBytes else {
            throw RenditionFailure("more than 256 MB are not decoded of a file of its format")
        }
        return whole(kind)
    }

    /// Locates a picture whose own properties turn it: libheif applies them, and Exif may only repeat them.
    private func heif(_ summary: HEIFSummary?) throws(RenditionFailure) -> LocatedPicture {
        guard summary?.parts ?? 0 <= Self.mostTiles else {
            throw RenditionFailure("a picture of so many tiles is not decoded")
        }
        var located = LocatedPicture(extent: whole(.heif), orientation: .up)
        located.colours = summary?.colours
        if let summary, summary.hasThumbnail {
            located.shownWithThumbnail = (summary.width, summary.height)
        }
        located.stumbling = summary?.referenceTypes ?? []
        return located
    }

    private func preview() throws(RenditionFailure) -> LocatedPicture {
        let pictures = EmbeddedPictures(file, format)
        guard let picture = pictures.largest else {
            throw RenditionFailure("the RAW file has no preview that is in JPEG")
        }
        return located(picture, pictures)
    }

    private func embedded() throws(RenditionFailure) -> LocatedPicture {
        let none = RenditionFailure("there is no small picture in it")
        switch format {
        case .heic, .heif, .avif:
            guard let summary = HEIFSummary(file), summary.hasThumbnail else { throw none }
            var located = try heif(summary)
            located.extent.isThumbnail = true
            located.shownWithThumbnail = nil
            return located
        case .jpeg,
            _ where format.isRaw:
            let pictures = EmbeddedPictures(file, format)
            guard let picture = pictures.smallest else { throw none }
            var located = located(picture, pictures)
            if pictures.width > 0 { located.shape = (pictures.width, pictures.height) }
            return located
        default: throw none
        }
    }

    private func located(
        _ picture: EmbeddedPictures.Picture,
        _ pictures: EmbeddedPictures
    ) -> LocatedPicture {
        LocatedPicture(
            extent: PictureExtent(kind: .jpeg, file: descriptor, range: file.place(picture.range)),
            orientation: pictures.orientation.flatMap(Orientation.init)
        )
    }

    private func whole(_ kind: PictureExtent.Kind) -> PictureExtent {
        PictureExtent(kind: kind, file: descriptor, range: file.place(0..<file.size))
    }

    private var refusal: RenditionFailure {
        let head = file.head
        if format.mediaType == .video { return RenditionFailure("it is a film") }
        if head.hasPrefix("%PDF") { return RenditionFailure("PDF documents are not drawn") }
        if head.hasPrefix("<svg") || head.hasPrefix("<?xml") {
            return RenditionFailure("SVG drawings are not drawn")
        }
        return RenditionFailure(
            file.size == 0 ? "the file is empty" : "it is no picture of a format that is decoded"
        )
    }
}
