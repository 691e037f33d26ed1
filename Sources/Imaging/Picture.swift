package import Renditions

/// A rendition, in memory.
package struct Picture: Sendable {
    /// In pixels.
    package var width: Int
    package var height: Int
    /// Whether any pixel may be transparent.
    package var hasAlpha = false
    /// The rows from the top, four bytes per pixel: red, green, blue, alpha, in sRGB, not premultiplied.
    ///
    /// Nil if there is only the encoded file, as for pictures from the cache.
    package var pixels: [UInt8]?
    /// The encoded file of this picture.
    package var encoded: [UInt8]?
    /// The format of that file.
    package var format = RenditionFacts.Format.none
    /// The size of the whole source picture, turned upright.
    package var sourceWidth: Int
    package var sourceHeight: Int
    /// Whether the file still had the content recorded in the catalogue when the picture was made.
    var isOfItsContent = false
    /// Why the cache could not keep the picture; nil if there is no such reason.
    package var cacheFault: String?

    package init(width: Int, height: Int, sourceWidth: Int, sourceHeight: Int) {
        (self.width, self.height) = (width, height)
        (self.sourceWidth, self.sourceHeight) = (sourceWidth, sourceHeight)
    }
}
