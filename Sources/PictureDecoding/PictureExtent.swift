internal import CPictures

/// The place of a picture, and its format.
struct PictureExtent {
    enum Kind {
        case jpeg, png, webp, tiff, gif, heif, jpegXL, jpeg2000
    }

    var kind: Kind
    /// An open file.
    var file: Int32
    var range: Range<Int>
    /// The places of four-byte types to read as `free`, relative to the start of the range.
    var freed: [Int] = []
    /// Whether to read the thumbnail of a HEIF file's primary picture.
    var isThumbnail = false

    /// The most pixels to decode; JPEG pictures may have more, because they are reduced during decoding.
    var mostPixels: Int {
        kind == .jpeg ? 400_000_000 : 1 << 28
    }

    func withSource<Result>(
        _ body: (inout heliograph_picture_source) -> Result
    ) -> Result {
        unsafe freed.map(UInt64.init).withUnsafeBufferPointer { places in
            var source = unsafe heliograph_picture_source(
                file: file,
                offset: UInt64(range.lowerBound),
                length: UInt64(range.count),
                freed: places.baseAddress,
                freed_count: places.count
            )
            return unsafe body(&source)
        }
    }
}

extension PictureExtent.Kind {
    var number: heliograph_picture_kind {
        switch self {
        case .jpeg: HELIOGRAPH_JPEG
        case .png: HELIOGRAPH_PNG
        case .webp: HELIOGRAPH_WEBP
        case .tiff: HELIOGRAPH_TIFF
        case .gif: HELIOGRAPH_GIF
        case .heif: HELIOGRAPH_HEIF
        case .jpegXL: HELIOGRAPH_JXL
        case .jpeg2000: HELIOGRAPH_JP2K
        }
    }
}
