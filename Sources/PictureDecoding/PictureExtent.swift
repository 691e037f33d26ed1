internal import CPictures

/// Where a picture lies, and in which format.
struct PictureExtent {
    enum Kind {
        case jpeg, png, webp, tiff, gif, heif, jpegXL, jpeg2000
    }

    var kind: Kind
    /// An open file.
    var file: Int32
    var range: Range<Int>
    /// Where four-byte types lie that are to be read as `free`, counted from the beginning of the range.
    var freed: [Int] = []
    /// Whether the small picture beside the one that a HEIF file is for is meant.
    var isThumbnail = false

    /// The most pixels that are decoded: JPEG and WebP pictures are reduced while they are.
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
