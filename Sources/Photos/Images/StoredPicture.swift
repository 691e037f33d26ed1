internal import Imaging
internal import Renditions
internal import Synchronization

/// A picture whose pixels are decoded once, when they are first needed.
final class StoredPicture: Sendable {
    let width: Int
    let height: Int
    let hasAlpha: Bool
    private let maker: any PictureMaking
    private let picture: Mutex<Picture>

    init(_ picture: Picture, _ maker: any PictureMaking = PictureMaker.shared) {
        (width, height, hasAlpha) = (picture.width, picture.height, picture.hasAlpha)
        self.maker = maker
        self.picture = Mutex(picture)
    }

    /// The picture as it is, with or without its pixels.
    var undecoded: Picture { picture.withLock { $0 } }

    /// The picture with its pixels; nil if they cannot be decoded.
    var decoded: Picture? {
        picture.withLock { picture in
            if let pixels = picture.pixels, pixels.count == 4 * width * height { return picture }
            guard let file = picture.encoded, let found = try? maker.decode(file),
                found.width == width, found.height == height, let pixels = found.pixels,
                pixels.count == 4 * width * height
            else { return nil }
            picture.pixels = pixels
            return picture
        }
    }

    /// Returns a file with the picture turned upright; nil if it cannot be made.
    func encoded(as encoding: Encoding, from orientation: UIImage.Orientation) -> [UInt8]? {
        guard let picture = decoded?.turned(orientation) else { return nil }
        return try? maker.encode(picture, as: encoding)
    }
}

extension Picture {
    /// Returns the picture as it is displayed with the orientation.
    func turned(_ orientation: UIImage.Orientation) -> Picture {
        guard orientation != .up, let pixels else { return self }
        let (across, down) = orientation.isSideways ? (height, width) : (width, height)
        var turned = Picture(
            width: across,
            height: down,
            sourceWidth: orientation.isSideways ? sourceHeight : sourceWidth,
            sourceHeight: orientation.isSideways ? sourceWidth : sourceHeight
        )
        var rows = [UInt8](repeating: 0, count: pixels.count)
        for y in 0..<down {
            for x in 0..<across {
                let place = orientation.stored(x, y, width, height)
                let (from, to) = (4 * (place.y * width + place.x), 4 * (y * across + x))
                for byte in 0..<4 { rows[to + byte] = pixels[from + byte] }
            }
        }
        turned.hasAlpha = hasAlpha
        turned.pixels = rows
        return turned
    }
}

extension UIImage.Orientation {
    /// Whether the orientation swaps width and height.
    var isSideways: Bool {
        switch self {
        case .up, .down, .upMirrored, .downMirrored: false
        case .left, .right, .leftMirrored, .rightMirrored: true
        }
    }

    /// Returns the position at which a picture of this size stores a pixel of its upright version.
    func stored(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> (x: Int, y: Int) {
        switch self {
        case .up: (x, y)
        case .upMirrored: (width - 1 - x, y)
        case .down: (width - 1 - x, height - 1 - y)
        case .downMirrored: (x, height - 1 - y)
        case .leftMirrored: (y, x)
        case .right: (y, height - 1 - x)
        case .rightMirrored: (width - 1 - y, height - 1 - x)
        case .left: (width - 1 - y, x)
        }
    }

    /// Creates an orientation from Exif's value, 1 to 8.
    init(exif: Int) {
        self = CGImagePropertyOrientation(rawValue: UInt32(clamping: exif))?.shown ?? .up
    }
}

extension CGImagePropertyOrientation {
    /// The same orientation as a value of ``UIImage``.
    var shown: UIImage.Orientation {
        switch self {
        case .up: .up
        case .upMirrored: .upMirrored
        case .down: .down
        case .downMirrored: .downMirrored
        case .leftMirrored: .leftMirrored
        case .right: .right
        case .rightMirrored: .rightMirrored
        case .left: .left
        }
    }
}
