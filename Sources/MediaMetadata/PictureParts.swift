/// The locations of the parts of a picture file, in any format.
struct PictureParts {
    var isReadable = false
    var width = 0
    var height = 0
    var exif: Range<Int>?
    var exifNeedsPrefix = true
    /// Whether the Exif orientation turns the picture; HEIF has its own properties for that.
    var turnsByExif = true
    var xmp: Range<Int>?
    var iptc: Range<Int>?
    /// The facts of an IPTC block that the file stores in another form.
    var iptcFacts: IPTCFacts?
    var creationTime: String?
    var extendedXMP: [String: [(offset: Int, range: Range<Int>)]] = [:]
    var multiPicture: Range<Int>?
    var embedded: ExifFacts?

    mutating func read(_ jpeg: JPEGReader) {
        (isReadable, width, height) = (jpeg.width > 0, jpeg.width, jpeg.height)
        (exif, exifNeedsPrefix, xmp, iptc) = (jpeg.exif, false, jpeg.xmp, jpeg.iptc)
        (extendedXMP, multiPicture) = (jpeg.extendedXMP, jpeg.multiPicture)
    }

    mutating func read(_ png: PNGReader?, _ file: FileBytes, _ facts: inout FileFacts) {
        guard let png else { return }
        (isReadable, width, height) = (true, png.width, png.height)
        (exif, creationTime) = (png.exif, png.creationTime)
        if let block = png.exifBlock {
            embedded = block.lend { Self.facts($0, file) }
        }
        if let packet = png.packet {
            facts.xmp = packet.lend { XMPFacts($0, file) }
        }
        iptcFacts = png.iptcBlock?.lend { IPTCFacts(photoshop: $0) ?? IPTCFacts($0) }
        facts.png = PNGFacts(texts: png.texts, colours: png.colours)
        facts.frames = png.frames
    }

    /// Returns the facts of an Exif block, with or without the six bytes that precede it in JPEG files.
    static func facts(_ block: Bytes, _ file: FileBytes) -> ExifFacts? {
        guard !block.hasPrefix("Exif\u{0}\u{0}") else { return ExifReader.facts(in: block, file) }
        var prefixed = Array("Exif\u{0}\u{0}".utf8)
        if let start = block.slice(0, min(block.count, 65_529)) { prefixed.append(start) }
        return prefixed.lend { ExifReader.facts(in: $0, file) }
    }

    mutating func read(_ webp: WebPReader?, _ facts: inout FileFacts) {
        guard let webp else { return }
        (isReadable, width, height) = (true, webp.width, webp.height)
        (exif, xmp) = (webp.exif, webp.xmp)
        facts.frames = webp.isAnimated ? 2 : 1
    }

    mutating func read(_ heif: HEIFReader?, _ facts: inout FileFacts) {
        guard let heif else { return }
        (isReadable, width, height) = (true, heif.width, heif.height)
        (exif, xmp, turnsByExif) = (heif.exif, heif.xmp, false)
        facts.heif = heif.facts
    }

    mutating func read(_ size: PictureSize?) {
        guard let size else { return }
        (isReadable, width, height) = (true, size.width, size.height)
    }

    mutating func read(_ tiff: TIFFReader?) {
        guard let tiff, tiff.width > 0, tiff.height > 0 else { return }
        (isReadable, width, height) = (true, tiff.width, tiff.height)
        (embedded, xmp, iptc) = (tiff.exif, tiff.xmp, tiff.iptc)
    }

    mutating func read(_ jxl: JPEGXLReader?) {
        guard let jxl else { return }
        (isReadable, width, height) = (true, jxl.width, jxl.height)
        (exif, xmp, turnsByExif) = (jxl.exif, jxl.xmp, false)
    }

    mutating func read(_ raw: CanonRawReader?) {
        guard let raw else { return }
        (isReadable, width, height, embedded) = (true, raw.width, raw.height, raw.exif)
    }

    mutating func read(_ raw: CanonHeapReader?) {
        guard let raw else { return }
        (isReadable, width, height, embedded) = (true, raw.width, raw.height, raw.exif)
    }

    mutating func read(_ raw: PanasonicRawReader?) {
        guard let raw else { return }
        (isReadable, width, height, embedded) = (true, raw.width, raw.height, raw.exif)
        (xmp, iptc) = (raw.xmp, raw.iptc)
    }

    mutating func read(_ raw: SigmaRawReader?) {
        guard let raw else { return }
        (isReadable, width, height) = (true, raw.width, raw.height)
        (exif, exifNeedsPrefix) = (raw.exif, false)
    }

    mutating func read(_ document: PhotoshopReader?) {
        guard let document else { return }
        (isReadable, width, height) = (true, document.width, document.height)
        (exif, xmp, iptc) = (document.exif, document.xmp, document.iptc)
    }

    mutating func read(_ picture: JPEG2000Reader?) {
        guard let picture else { return }
        (isReadable, width, height) = (true, picture.width, picture.height)
        (exif, xmp, turnsByExif) = (picture.exif, picture.xmp, false)
    }

    mutating func read(_ raw: FujiRawReader?) {
        guard let raw else { return }
        (isReadable, width, height) = (true, raw.width, raw.height)
        (exif, exifNeedsPrefix, xmp) = (raw.exif, false, raw.xmp)
    }
}
