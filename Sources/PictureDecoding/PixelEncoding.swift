internal import CPictures
internal import Glibc
internal import ImagingService
internal import Renditions

/// The encoding of pixels as files.
enum PixelEncoding {
    /// Writes rendered pixels as a file into the lane, and its place and format into the facts.
    static func encode(
        _ pixels: UnsafeMutableRawBufferPointer,
        as encoding: Encoding,
        in lane: Lane,
        _ facts: inout RenditionFacts
    ) throws(RenditionFailure) {
        let (number, format, quality) = choice(encoding, hasAlpha: facts.hasAlpha)
        var bytes: UnsafeMutableRawPointer?
        var count = 0
        let (width, height) = (Int32(facts.width), Int32(facts.height))
        let alpha: Int32 = facts.hasAlpha ? 1 : 0
        try unsafe Library.attempt("it cannot be encoded") { reason in
            let status = unsafe pixels.baseAddress.map { base in
                unsafe heliograph_pixels_encode(
                    base.assumingMemoryBound(to: UInt8.self),
                    width,
                    height,
                    alpha,
                    number,
                    Int32(quality),
                    &bytes,
                    &count,
                    reason
                )
            }
            return status == 0 ? true : nil
        }
        defer { unsafe heliograph_encoded_free(bytes) }
        try unsafe lane.put(UnsafeRawBufferPointer(start: bytes, count: count), format, &facts)
    }

    private static func choice(
        _ encoding: Encoding,
        hasAlpha: Bool
    ) -> (heliograph_encoding, RenditionFacts.Format, quality: Int) {
        switch encoding {
        case .jpeg(let quality): (HELIOGRAPH_ENCODE_JPEG, .jpeg, quality)
        case .png: (HELIOGRAPH_ENCODE_PNG, .png, 0)
        case .webp(let quality): (HELIOGRAPH_ENCODE_WEBP, .webp, quality)
        case .avif(let quality): (HELIOGRAPH_ENCODE_AVIF, .avif, quality)
        case .compact(let quality):
            hasAlpha
                ? (HELIOGRAPH_ENCODE_WEBP, .webp, quality)
                : (HELIOGRAPH_ENCODE_JPEG, .jpeg, quality)
        }
    }
}
