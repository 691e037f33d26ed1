/// A request for a rendition of a file: which picture, its size and crop, and its encoding.
package struct RenditionRequest: Hashable, Sendable {
    /// The picture in the file to use.
    package enum Subject: UInt8, Hashable, Sendable {
        /// The main picture; for a RAW file, its largest preview.
        case picture
        /// The small preview that cameras store beside the main picture.
        case embedded
        /// The first frame of a film worth showing.
        case frame
        /// The file consists of raw pixels, as described at ``RenditionFacts/pixelBytes``, in the size of the request;
        /// they only have to be encoded.
        case pixels
        /// The tracks of a film: the encoded bytes are a ``FilmDescription``.
        case tracks
        /// The streams of a film in another container: the encoded bytes are a ``FilmPiece`` whose number, from 0, is
        /// the width of the request. After the first piece, the imager only makes the next one.
        case mp4, quickTime
    }

    /// How the picture is placed in the requested size.
    package enum Mode: UInt8, Hashable, Sendable {
        /// The whole picture is visible.
        case fit
        /// The whole size is filled.
        case fill
    }

    /// How exactly the requested size is met.
    package enum Resize: UInt8, Hashable, Sendable {
        /// The picture keeps its size.
        case none
        /// The requested size or larger, whichever is less work, but never larger than the picture.
        case fast
        /// Exactly the requested size, even if it is larger than the picture.
        case exact
    }

    package var subject: Subject = .picture
    /// In pixels of the upright picture; 0 for no limit.
    package var width: Int = 0
    package var height: Int = 0
    package var mode: Mode = .fit
    package var resize: Resize = .fast
    /// The requested part of the upright picture.
    package var crop: UnitRect?
    /// Whether raw pixels are requested.
    package var wantsPixels = true
    /// The file format to encode in addition.
    package var encoding: Encoding?
    /// The time of a frame in seconds from the start; nil to let the imager choose.
    package var time: Double?

    package init() {}
}

/// A part of a picture, relative to its width and height, from the upper left.
package struct UnitRect: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The part of it inside the picture; nil if it is entirely outside.
    package var clipped: UnitRect? {
        guard x.isFinite, y.isFinite, width.isFinite, height.isFinite else { return nil }
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, bottom) = (min(x + width, 1), min(y + height, 1))
        guard right > left, bottom > top else { return nil }
        return UnitRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// A file format for pictures.
package enum Encoding: Hashable, Sendable {
    /// With a quality from 1 to 100; transparent parts become white.
    case jpeg(quality: Int)
    case png
    case webp(quality: Int)
    case avif(quality: Int)

    /// JPEG, or WebP if there is transparency: small, and supported everywhere.
    case compact(quality: Int)
}
