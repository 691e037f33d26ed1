public import Foundation
internal import Imaging
internal import Renditions

/// The type of images by the library's own name.
public typealias PHImage = UIImage

/// A picture in memory.
///
/// It is what requests answer with, by the name that code for phones has. It has pixels and can be written in several
/// file formats; drawing it is for others. What comes from the cache is decoded when ``cgImage`` or a file is asked
/// for, in a process of its own as everything is that strangers may have made.
open class UIImage: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    /// How the stored pixels are to be turned to be looked at, with UIKit's raw values.
    public enum Orientation: Int, Sendable {
        /// As they are.
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

    /// Nil for an image of nothing.
    let stored: StoredPicture?
    private let pixelsPerPoint: CGFloat
    private let orientation: Orientation

    /// An image of nothing, with no size; for those who make a class of their own of it.
    public override init() {
        (stored, pixelsPerPoint, orientation) = (nil, 1, .up)
    }

    init(_ stored: StoredPicture, scale: CGFloat = 1, _ orientation: Orientation = .up) {
        (self.stored, self.orientation) = (stored, orientation)
        pixelsPerPoint = scale > 0 && scale.isFinite ? scale : 1
    }

    /// The picture in a file's bytes; nil when there is none, or it cannot be decoded.
    ///
    /// It waits for the process that decodes.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// The picture in a file's bytes, of which so many pixels make a point; nil when there is none.
    public convenience init?(data: Data, scale: CGFloat) {
        let maker = PictureMaker.shared
        guard let picture = try? maker.decode([UInt8](data)) else { return nil }
        self.init(StoredPicture(picture, maker), scale: scale)
    }

    /// The picture in a file; nil when there is none, or it cannot be read.
    public convenience init?(contentsOfFile path: String) {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        self.init(data: data)
    }

    /// An image of pixels, one to a point.
    public convenience init(cgImage: CGImage) {
        self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// An image of pixels, of which so many make a point, and which are to be turned so.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(StoredPicture(cgImage.picture), scale: scale, orientation)
    }

    /// In points, as it is to be looked at: pixels divided by ``scale``.
    open var size: CGSize {
        let (width, height) = (CGFloat(stored?.width ?? 0), CGFloat(stored?.height ?? 0))
        let isSideways = orientation.isSideways
        return CGSize(
            width: (isSideways ? height : width) / pixelsPerPoint,
            height: (isSideways ? width : height) / pixelsPerPoint
        )
    }

    /// How many pixels make a point; 1 for what requests answer with.
    open var scale: CGFloat { pixelsPerPoint }

    /// How the pixels of ``cgImage`` are to be turned; `up` for what requests answer with.
    open var imageOrientation: Orientation { orientation }

    /// The pixels; nil when they cannot be decoded.
    ///
    /// The first time this may wait for the process that decodes.
    open var cgImage: CGImage? { stored?.decoded.flatMap(CGImage.init) }

    /// A JPEG file with the picture, upright, with a quality of 0 to 1; what is transparent becomes white.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        data(.jpeg(quality: Self.quality(compressionQuality)))
    }

    /// A PNG file with the picture, upright.
    open func pngData() -> Data? { data(.png) }

    /// A WebP file with the picture, upright, with a quality of 0 to 1; Heliograph's own.
    open func webpData(compressionQuality: CGFloat) -> Data? {
        data(.webp(quality: Self.quality(compressionQuality)))
    }

    /// An AVIF file with the picture, upright, with a quality of 0 to 1; Heliograph's own.
    open func avifData(compressionQuality: CGFloat) -> Data? {
        data(.avif(quality: Self.quality(compressionQuality)))
    }

    private static func quality(_ quality: CGFloat) -> Int {
        Int((min(max(quality.isNaN ? 1 : quality, 0), 1) * 100).rounded().clamped(to: 1...100))
    }

    private func data(_ encoding: Encoding) -> Data? {
        stored?.encoded(as: encoding, from: orientation).map { Data($0) }
    }

    /// The class, the address and the size.
    open override var description: String {
        "<\(Swift.type(of: self)): \(address)> {\(Int(size.width)), \(Int(size.height))}"
    }
}

extension CGFloat {
    fileprivate func clamped(to range: ClosedRange<CGFloat>) -> CGFloat {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
