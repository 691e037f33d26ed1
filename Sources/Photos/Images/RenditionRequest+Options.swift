internal import Foundation
internal import Imaging
internal import LibraryPictures
internal import Renditions

extension RenditionRequest {
    /// Creates the rendition request for an image request, by PhotoKit's rules.
    init(
        _ size: CGSize,
        _ mode: PHImageContentMode,
        _ options: PHImageRequestOptions?,
        of subject: Subject
    ) {
        self.init()
        self.subject = subject
        guard size != PHImageManagerMaximumSize,
            options?.resizeMode != PHImageRequestOptionsResizeMode.none
        else {
            // Size and mode do not matter here; leaving them out lets all such requests share one cached picture.
            resize = .none
            return
        }
        (width, height) = (Self.pixels(size.width), Self.pixels(size.height))
        self.mode = mode == .aspectFill ? .fill : .fit
        // Only small enough pictures are cached.
        if max(width, height) <= Imager.longestKept { encoding = Self.kept }
        guard let options, options.resizeMode == .exact else { return }
        resize = .exact
        crop = UnitRect(options.normalizedCropRect)
    }

    /// The encoding of pictures in the cache.
    private static let kept = Encoding.compact(quality: ThumbnailFill.quality)

    /// Returns a side in pixels; an invalid one counts as 1, so that a view without a size does not cause a full
    /// decode.
    private static func pixels(_ length: CGFloat) -> Int {
        guard length > 1 else { return 1 }
        return Int(min(length.rounded(.up), CGFloat(RenditionGeometry.longestSide)))
    }

    /// The same request at about this size, made from the small picture embedded in the file.
    var embedded: RenditionRequest {
        var request = self
        request.subject = .embedded
        (request.resize, request.encoding) = (.fast, nil)
        return request
    }

    /// The requests for smaller pictures that the cache may have, the largest first.
    var smaller: [RenditionRequest] {
        let longest = resize == .none ? .max : max(width, height)
        return [1_024, 512, 256, 128].filter { $0 < longest }.map { side in
            var request = RenditionRequest()
            request.subject = subject
            (request.width, request.height, request.encoding) = (side, side, Self.kept)
            return request
        }
    }
}

extension UnitRect {
    /// Creates the rectangle; nil for zero, which means the whole picture.
    init?(_ rect: CGRect) {
        guard rect != .zero else { return nil }
        self.init(
            x: Double(rect.origin.x),
            y: Double(rect.origin.y),
            width: Double(rect.size.width),
            height: Double(rect.size.height)
        )
    }
}
