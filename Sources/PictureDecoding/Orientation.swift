internal import Renditions

/// How a stored picture is turned to be looked at, as Exif numbers it.
enum Orientation: Int, CaseIterable {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether width and height change places.
    var isSideways: Bool { rawValue >= 5 }

    /// The part of a stored picture, of that width and height, that a part of the turned one is.
    func stored(_ part: PixelRect, _ width: Int, _ height: Int) -> PixelRect {
        let size = isSideways ? (part.height, part.width) : (part.width, part.height)
        let (across, down) = isSideways ? (part.top, part.left) : (part.left, part.top)
        let isFromRight = [.upMirrored, .down, .rightMirrored, .left].contains(self)
        let isFromBottom = [.down, .downMirrored, .right, .rightMirrored].contains(self)
        return PixelRect(
            left: isFromRight ? width - across - size.0 : across,
            top: isFromBottom ? height - down - size.1 : down,
            width: size.0,
            height: size.1
        )
    }
}

/// A part of a picture, in pixels.
struct PixelRect: Equatable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
}
