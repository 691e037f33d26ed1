internal import ImagingService
internal import Renditions

/// Where the picture that is asked for lies in a file, and what has to be known besides to decode it.
struct LocatedPicture {
    var extent: PictureExtent
    /// How it is turned, where the picture itself does not say or does not count.
    var orientation: Orientation?
    /// Whether colours without a profile are those of Display P3.
    var isDisplayP3 = false
    /// Where types lie that are to be read as `free` if the file cannot be opened as it is.
    var stumbling: [Int] = []
    /// The width and height of a HEIF picture that has a small one beside it, as they are looked at.
    var shownWithThumbnail: (width: Int, height: Int)?
    /// The width and height of the picture that this one is a small one of: it may have black bars.
    var shape: (width: Int, height: Int)?

    init(extent: PictureExtent, orientation: Orientation? = nil) {
        (self.extent, self.orientation) = (extent, orientation)
    }

    /// Reads its header.
    func open() throws(RenditionFailure) -> StoredPicture {
        var picture = try opened()
        if let orientation { picture.orientation = orientation }
        if isDisplayP3 { picture.assumeDisplayP3() }
        if let shape { picture.cutBars(shape.width, shape.height) }
        return picture
    }

    /// The small picture beside it, when that is large enough for a rendition.
    ///
    /// libheif decodes all of a picture, which takes a hundred times as long.
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

    /// The picture that libheif stumbles over is tried again without what it stumbles over.
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
