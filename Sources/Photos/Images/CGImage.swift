public import Foundation
internal import Imaging

/// Where the transparency of a pixel lies.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// There is none.
    case none = 0
    /// Last, and the colours are multiplied by it.
    case premultipliedLast = 1
    /// First, and the colours are multiplied by it.
    case premultipliedFirst = 2
    /// Last.
    case last = 3
    /// First.
    case first = 4
    /// The last byte says nothing.
    case noneSkipLast = 5
    /// The first byte says nothing.
    case noneSkipFirst = 6
    /// There is nothing else.
    case alphaOnly = 7
}

/// How the stored pixels of a picture are to be turned, with the numbers of Exif.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// As they are.
    case up = 1
    /// Flipped horizontally.
    case upMirrored = 2
    /// By 180 degrees.
    case down = 3
    /// Flipped vertically.
    case downMirrored = 4
    /// Flipped horizontally, then turned by 90 degrees counterclockwise.
    case leftMirrored = 5
    /// By 90 degrees clockwise.
    case right = 6
    /// Flipped horizontally, then turned by 90 degrees clockwise.
    case rightMirrored = 7
    /// By 90 degrees counterclockwise.
    case left = 8
}

/// The bytes of something.
public final class CGDataProvider: Sendable {
    /// All of them.
    public let data: Data?

    /// What has these bytes.
    public init?(data: Data) {
        self.data = data
    }
}

/// The pixels of a picture: rows from the top, each pixel with red, green, blue and alpha, a byte each, in sRGB.
public final class CGImage: Sendable {
    /// The picture; it has pixels.
    let picture: Picture

    /// Nil for a picture without pixels.
    init?(_ picture: Picture) {
        guard picture.pixels?.count == 4 * picture.width * picture.height else { return nil }
        self.picture = picture
    }

    /// A picture of these pixels, as ``CGImage`` has them; nil when their number does not fit the size.
    ///
    /// Heliograph's own.
    public init?(width: Int, height: Int, rgba: Data, hasAlpha: Bool) {
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16,
            rgba.count == 4 * width * height
        else { return nil }
        var picture = Picture(
            width: width,
            height: height,
            sourceWidth: width,
            sourceHeight: height
        )
        picture.pixels = [UInt8](rgba)
        picture.hasAlpha = hasAlpha
        self.picture = picture
    }

    /// Pixels in a row.
    public var width: Int { picture.width }
    /// Rows.
    public var height: Int { picture.height }
    /// 8.
    public var bitsPerComponent: Int { 8 }
    /// 32.
    public var bitsPerPixel: Int { 32 }
    /// From one row to the next; there is nothing between them.
    public var bytesPerRow: Int { 4 * picture.width }
    /// Whether any pixel may be transparent; the colours are not multiplied by it.
    public var alphaInfo: CGImageAlphaInfo { picture.hasAlpha ? .last : .noneSkipLast }
    /// The pixels.
    public var dataProvider: CGDataProvider? {
        picture.pixels.flatMap { CGDataProvider(data: Data($0)) }
    }
}
