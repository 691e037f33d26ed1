/// Where the parts of a picture file lie, whatever its format.
struct PictureParts {
    var isReadable = false
    var width = 0
    var height = 0
    var exif: Range<Int>?
    var exifNeedsPrefix = true
    /// Whether the Exif orientation turns the picture; HEIF has properties of its own for that.
    var turnsByExif = true
    var xmp: Range<Int>?
    var iptc: Range<Int>?
    var creationTime: String?

    mutating func read(_ jpeg: JPEGReader?) {
        guard let jpeg else { return }
        (isReadable, width, height) = (true, jpeg.width, jpeg.height)
        (exif, exifNeedsPrefix, xmp, iptc) = (jpeg.exif, false, jpeg.xmp, jpeg.iptc)
    }

    mutating func read(_ png: PNGReader?, _ facts: inout FileFacts) {
        guard let png else { return }
        (isReadable, width, height) = (true, png.width, png.height)
        (exif, xmp, creationTime) = (png.exif, png.xmp, png.creationTime)
        facts.pngSoftware = png.software
    }

    mutating func read(_ webp: WebPReader?) {
        guard let webp else { return }
        (isReadable, width, height) = (true, webp.width, webp.height)
        (exif, xmp) = (webp.exif, webp.xmp)
    }

    mutating func read(_ heif: HEIFReader?) {
        guard let heif else { return }
        (isReadable, width, height) = (true, heif.width, heif.height)
        (exif, xmp, turnsByExif) = (heif.exif, heif.xmp, false)
    }

    mutating func read(_ size: PictureSize?) {
        guard let size else { return }
        (isReadable, width, height) = (true, size.width, size.height)
    }

    mutating func read(_ tiff: TIFFReader?, size: Int) {
        guard let tiff else { return }
        (isReadable, width, height) = (true, tiff.width, tiff.height)
        (exif, xmp, iptc) = (0..<size, tiff.xmp, tiff.iptc)
    }
}
