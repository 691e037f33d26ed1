/// What is to be made of a file: which picture of it, how large, cut how, and in what form.
package struct RenditionRequest: Hashable, Sendable {
    /// Which picture of a file is meant.
    package enum Subject: UInt8, Hashable, Sendable {
        /// The picture that the file is; of a RAW file the largest preview in it.
        case picture
        /// The small picture that cameras put into a file beside the large one.
        case embedded
        /// The first frame of a film that is worth showing.
        case frame
        /// The file has no picture but its pixels, as ``RenditionFacts/pixelBytes`` describes them, in the size of the
        /// request: they are to be encoded.
        case pixels
        /// What tracks a film has: the encoded bytes are a ``FilmDescription``.
        case tracks
        /// The streams of a film in another container: the encoded bytes are a ``FilmPiece``, the width of the request
        /// is its number, from 0. Of a film that has begun, the imager makes the next one only.
        case mp4, quickTime
    }

    /// How the picture lies in the size asked for.
    package enum Mode: UInt8, Hashable, Sendable {
        /// All of the picture is seen.
        case fit
        /// All of the size is filled.
        case fill
    }

    /// How exactly the size is met.
    package enum Resize: UInt8, Hashable, Sendable {
        /// The picture comes as large as it is.
        case none
        /// The size or larger, whatever is less work; never larger than the picture is.
        case fast
        /// The size to the pixel, also when it is larger than the picture.
        case exact
    }

    package var subject: Subject = .picture
    /// In pixels of the picture as it is looked at; 0 for as many as there are.
    package var width: Int = 0
    package var height: Int = 0
    package var mode: Mode = .fit
    package var resize: Resize = .fast
    /// The part that is wanted, of the picture as it is looked at.
    package var crop: UnitRect?
    /// Whether the pixels themselves are wanted.
    package var wantsPixels = true
    /// A file format that is wanted besides.
    package var encoding: Encoding?
    /// For a frame: seconds from the beginning, where it is not for the reader to choose.
    package var time: Double?

    package init() {}
}

/// A part of a picture, in its width and height, from the upper left.
package struct UnitRect: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The part of it that lies in the picture; nil when there is none.
    package var clipped: UnitRect? {
        guard x.isFinite, y.isFinite, width.isFinite, height.isFinite else { return nil }
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, bottom) = (min(x + width, 1), min(y + height, 1))
        guard right > left, bottom > top else { return nil }
        return UnitRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// A file format that pictures are written in.
package enum Encoding: Hashable, Sendable {
    /// With a quality of 1 to 100; transparent parts become white.
    case jpeg(quality: Int)
    case png
    case webp(quality: Int)
    case avif(quality: Int)

    /// JPEG, or WebP where there is something transparent: what is small and shown everywhere.
    case compact(quality: Int)
}
