package import Renditions

/// A rendition, in memory.
package struct Picture: Sendable {
    /// In pixels.
    package var width: Int
    package var height: Int
    /// Whether any pixel may be transparent.
    package var hasAlpha = false
    /// Rows from the top, four bytes a pixel: red, green, blue, alpha, in sRGB, not multiplied by alpha.
    ///
    /// Nil when only the encoded file is at hand, as from the cache.
    package var pixels: [UInt8]?
    /// A file with this picture.
    package var encoded: [UInt8]?
    /// The format of that file.
    package var format = RenditionFacts.Format.none
    /// The size of the whole picture that it was made of, as it is looked at.
    package var sourceWidth: Int
    package var sourceHeight: Int
    /// Whether the file held what the catalogue says of it when the picture was made.
    var isOfItsContent = false
    /// Why the cache does not keep it although it would be kept; nil for no reason.
    package var cacheFault: String?

    package init(width: Int, height: Int, sourceWidth: Int, sourceHeight: Int) {
        (self.width, self.height) = (width, height)
        (self.sourceWidth, self.sourceHeight) = (sourceWidth, sourceHeight)
    }
}
