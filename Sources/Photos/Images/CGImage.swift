public import Foundation
internal import Imaging

/// The position of the alpha component in a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// There is no alpha component.
    case none = 0
    /// Alpha comes last, and the colours are multiplied by it.
    case premultipliedLast = 1
    /// Alpha comes first, and the colours are multiplied by it.
    case premultipliedFirst = 2
    /// Alpha comes last.
    case last = 3
    /// Alpha comes first.
    case first = 4
    /// There is no alpha; the last byte is unused.
    case noneSkipLast = 5
    /// There is no alpha; the first byte is unused.
    case noneSkipFirst = 6
    /// There is only alpha.
    case alphaOnly = 7
}

/// The rotation needed to display the stored pixels of a picture, with Exif's numbers.
public enum CGImagePropertyOrientation: UInt32, Sendable {
    /// No rotation.
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

/// A source of bytes.
public final class CGDataProvider: Sendable {
    /// All the bytes.
    public let data: Data?

    /// Creates a provider of the given bytes.
    public init?(data: Data) {
        self.data = data
    }
}

/// The pixels of a picture: rows from the top, four bytes per pixel for red, green, blue and alpha, in sRGB.
public final class CGImage: Sendable {
    /// The picture, which always has pixels.
    let picture: Picture

    /// Creates an image; nil for a picture without pixels.
    init?(_ picture: Picture) {
        guard picture.pixels?.count == 4 * picture.width * picture.height else { return nil }
        self.picture = picture
    }

    /// Creates an image from pixels in the layout of ``CGImage``; nil if their number does not match the size.
    ///
    /// This is Heliograph's own.
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

    /// The number of pixels in a row.
    public var width: Int { picture.width }
    /// The number of rows.
    public var height: Int { picture.height }
    /// Always 8.
    public var bitsPerComponent: Int { 8 }
    /// Always 32.
    public var bitsPerPixel: Int { 32 }
    /// The distance from one row to the next; rows are not padded.
    public var bytesPerRow: Int { 4 * picture.width }
    /// Whether any pixel may be transparent; the colours are not multiplied by alpha.
    public var alphaInfo: CGImageAlphaInfo { picture.hasAlpha ? .last : .noneSkipLast }
    /// The pixels.
    public var dataProvider: CGDataProvider? {
        picture.pixels.flatMap { CGDataProvider(data: Data($0)) }
    }
}
