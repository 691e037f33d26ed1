public import Foundation
internal import Imaging
internal import Renditions

/// PhotoKit's own name for the image type.
public typealias PHImage = UIImage

/// A picture in memory.
///
/// It is the type of the pictures that requests return, under the name that code for iOS uses. It has pixels and can be
/// written in several file formats, but cannot be drawn. A picture from the cache is decoded when ``cgImage`` or a file
/// is needed, in a separate process like all data that may come from strangers.
open class UIImage: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// The rotation needed to display the stored pixels, with UIKit's raw values.
    public enum Orientation: Int, Sendable {
        /// No rotation.
        case up = 0
        /// By 180 degrees.
        case down = 1
        /// By 90 degrees counterclockwise.
        case left = 2
        /// By 90 degrees clockwise.
        case right = 3
        /// Flipped horizontally.
        case upMirrored = 4
        /// Flipped vertically.
        case downMirrored = 5
        /// Flipped horizontally, then turned by 90 degrees counterclockwise.
        case leftMirrored = 6
        /// Flipped horizontally, then turned by 90 degrees clockwise.
        case rightMirrored = 7
    }

    /// Nil for an empty image.
    let stored: StoredPicture?
    private let pixelsPerPoint: CGFloat
    private let orientation: Orientation

    /// Creates an empty image without a size, for subclasses.
    public override init() {
        (stored, pixelsPerPoint, orientation) = (nil, 1, .up)
    }

    init(_ stored: StoredPicture, scale: CGFloat = 1, _ orientation: Orientation = .up) {
        (self.stored, self.orientation) = (stored, orientation)
        pixelsPerPoint = scale > 0 && scale.isFinite ? scale : 1
    }

    /// Creates an image from a file's bytes; nil if they hold no picture, or it cannot be decoded.
    ///
    /// Waits for the process that decodes it.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// Creates an image from a file's bytes, with the number of pixels per point; nil if they hold no picture.
    public convenience init?(data: Data, scale: CGFloat) {
        let maker = PictureMaker.shared
        guard let picture = try? maker.decode([UInt8](data)) else { return nil }
        self.init(StoredPicture(picture, maker), scale: scale)
    }

    /// Creates an image from a file; nil if it holds no picture, or cannot be read.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        self.init(data: data)
    }

    /// Creates an image from pixels, with one pixel per point.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// Creates an image from pixels, with the number of pixels per point and the rotation needed to display them.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(StoredPicture(cgImage.picture), scale: scale, orientation)
    }

    /// The size of the displayed image in points: pixels divided by ``scale``.
    open var size: CGSize {
        let (width, height) = (CGFloat(stored?.width ?? 0), CGFloat(stored?.height ?? 0))
        let isSideways = orientation.isSideways
        return CGSize(
            width: (isSideways ? height : width) / pixelsPerPoint,
            height: (isSideways ? width : height) / pixelsPerPoint
        )
    }

    /// The number of pixels per point; 1 for the images that requests return.
    open var scale: CGFloat { pixelsPerPoint }

    /// The rotation needed to display the pixels of ``cgImage``; `up` for the images that requests return.
    open var imageOrientation: Orientation { orientation }

    /// The pixels; nil if they cannot be decoded.
    ///
    /// The first access may wait for the process that decodes them.
    open var cgImage: CGImage? { stored?.decoded.flatMap(CGImage.init) }

    /// Returns a JPEG file of the upright picture, with a quality of 0 to 1; transparent parts become white.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        data(.jpeg(quality: Self.quality(compressionQuality)))
    }

    /// Returns a PNG file of the upright picture.
    open func pngData() -> Data? { data(.png) }

    /// Returns a WebP file of the upright picture, with a quality of 0 to 1; this method is Heliograph's own.
    open func webpData(compressionQuality: CGFloat) -> Data? {
        data(.webp(quality: Self.quality(compressionQuality)))
    }

    /// Returns an AVIF file of the upright picture, with a quality of 0 to 1; this method is Heliograph's own.
    open func avifData(compressionQuality: CGFloat) -> Data? {
        data(.avif(quality: Self.quality(compressionQuality)))
    }

    private static func quality(_ quality: CGFloat) -> Int {
        Int((min(max(quality.isNaN ? 1 : quality, 0), 1) * 100).rounded().clamped(to: 1...100))
    }

    private func data(_ encoding: Encoding) -> Data? {
        stored?.encoded(as: encoding, from: orientation).map { Data($0) }
    }

    /// The class, address and size.
    open override var description: String {
        "<\(Swift.type(of: self)): \(address)> {\(Int(size.width)), \(Int(size.height))}"
    }
}

extension CGFloat {
    fileprivate func clamped(to range: ClosedRange<CGFloat>) -> CGFloat {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
