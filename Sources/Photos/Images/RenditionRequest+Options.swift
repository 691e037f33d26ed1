internal import Foundation
internal import Imaging
internal import LibraryPictures
internal import Renditions

extension RenditionRequest {
    /// What a request for an image asks for, by the rules of PhotoKit.
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
            // Neither size nor mode matters then, and the cache need not keep it for each.
            resize = .none
            return
        }
        (width, height) = (Self.pixels(size.width), Self.pixels(size.height))
        self.mode = mode == .aspectFill ? .fill : .fit
        // Only what is small enough is kept.
        if max(width, height) <= Imager.longestKept { encoding = Self.kept }
        guard let options, options.resizeMode == .exact else { return }
        resize = .exact
        crop = UnitRect(options.normalizedCropRect)
    }

    /// As what the cache keeps pictures.
    private static let kept = Encoding.compact(quality: ThumbnailFill.quality)

    /// A side that cannot be is one pixel, so that a view without a size does not have all of a picture decoded.
    private static func pixels(_ length: CGFloat) -> Int {
        guard length > 1 else { return 1 }
        return Int(min(length.rounded(.up), CGFloat(RenditionGeometry.longestSide)))
    }

    /// The same in about this size from the small picture in the file.
    var embedded: RenditionRequest {
        var request = self
        request.subject = .embedded
        (request.resize, request.encoding) = (.fast, nil)
        return request
    }

    /// What the cache may have of it that is smaller, the largest first.
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
    /// Nil for no part, which is all of it.
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
