internal import ImagingService
internal import MediaMetadata
internal import Renditions

/// The place of the requested picture in a file, and everything else needed to decode it.
struct LocatedPicture {
    var extent: PictureExtent
    /// The orientation, if the picture itself has none or it must be ignored.
    var orientation: Orientation?
    /// The colours, if there is no profile.
    var colours: ColourNumbers?
    /// The places of types to read as `free` if the file cannot be opened as it is.
    var stumbling: [Int] = []
    /// The upright width and height of a HEIF picture that also has a thumbnail.
    var shownWithThumbnail: (width: Int, height: Int)?
    /// The width and height of the picture whose thumbnail this is; the thumbnail may have black bars.
    var shape: (width: Int, height: Int)?

    init(extent: PictureExtent, orientation: Orientation? = nil) {
        (self.extent, self.orientation) = (extent, orientation)
    }

    /// Reads the picture's header.
    func open() throws(RenditionFailure) -> StoredPicture {
        var picture = try opened()
        if let orientation { picture.orientation = orientation }
        if let colours { picture.declare(colours) }
        if let shape { picture.cutBars(shape.width, shape.height) }
        return picture
    }

    /// Opens the thumbnail, if it is large enough for a rendition.
    ///
    /// libheif always decodes a whole picture, which takes a hundred times as long.
    func openThumbnail(for request: RenditionRequest) -> StoredPicture? {
        guard let (width, height) = shownWithThumbnail, request.resize != .none,
            let geometry = RenditionGeometry(of: width, height, request)
        else { return nil }
        var small = self
        small.extent.isThumbnail = true
        guard let picture = try? small.open(), picture.shownWidth >= geometry.scaledWidth,
            picture.shownHeight >= geometry.scaledHeight, picture.width * picture.height <= 1 << 22,
            abs(picture.shownWidth * height - picture.shownHeight * width) * 50 < width * height
        else { return nil }
        return picture
    }

    /// Opens the picture, with a second attempt without the parts that libheif stumbles over.
    private func opened() throws(RenditionFailure) -> StoredPicture {
        do {
            return try StoredPicture(extent)
        } catch {
            guard !stumbling.isEmpty else { throw error }
            var extent = extent
            extent.freed = stumbling
            return try StoredPicture(extent)
        }
    }
}
