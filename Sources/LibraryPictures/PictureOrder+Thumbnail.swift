package import Imaging
internal import Renditions

extension PictureOrder {
    /// Returns the order for a thumbnail that fills the cache.
    package static func thumbnail(_ source: PictureSource, size: Int) -> PictureOrder {
        var request = RenditionRequest()
        request.subject = source.isFilm ? .frame : .picture
        (request.width, request.height, request.wantsPixels) = (size, size, false)
        request.encoding = .compact(quality: ThumbnailFill.quality)
        return PictureOrder(source, request, priority: .background)
    }
}
