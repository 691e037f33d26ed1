internal import Renditions

extension Picture {
    /// The greatest number of bytes of an encoded file.
    private static let mostEncoded = 64 << 20

    /// Copies a picture out of a lane; nil if it is not what the request asked for.
    init?(_ facts: RenditionFacts, in lane: Lane, for request: RenditionRequest) {
        guard facts.width > 0, facts.height > 0, facts.sourceWidth > 0, facts.sourceHeight > 0,
            facts.width <= RenditionGeometry.longestSide,
            facts.height <= RenditionGeometry.longestSide,
            facts.width * facts.height <= RenditionGeometry.mostPixels,
            Self.fits(facts, request), Self.isAsAsked(facts.format, request),
            facts.encodedBytes <= Self.mostEncoded,
            facts.pixelBytes == 0 || facts.pixelBytes == 4 * facts.width * facts.height
        else { return nil }
        self.init(
            width: facts.width,
            height: facts.height,
            sourceWidth: facts.sourceWidth,
            sourceHeight: facts.sourceHeight
        )
        (hasAlpha, format) = (facts.hasAlpha, facts.format)
        if facts.pixelBytes > 0 {
            guard let copy = lane.copy(0, facts.pixelBytes) else { return nil }
            pixels = copy
        }
        if facts.encodedBytes > 0 {
            guard let copy = lane.copy(facts.encodedOffset, facts.encodedBytes) else { return nil }
            encoded = copy
        }
    }

    /// Returns whether a picture is no larger than requested, allowing for rounding.
    private static func fits(_ facts: RenditionFacts, _ request: RenditionRequest) -> Bool {
        guard request.resize != .none, request.subject != .embedded else { return true }
        let isNarrow = request.width == 0 || facts.width <= request.width + 1
        let isLow = request.height == 0 || facts.height <= request.height + 1
        return request.mode == .fit ? isNarrow && isLow : isNarrow || isLow
    }

    private static func isAsAsked(
        _ format: RenditionFacts.Format,
        _ request: RenditionRequest
    ) -> Bool {
        switch (request.encoding, format) {
        case (_, .none), (.jpeg, .jpeg), (.png, .png), (.webp, .webp), (.avif, .avif),
            (.compact, .jpeg), (.compact, .webp):
            true
        default: false
        }
    }
}
