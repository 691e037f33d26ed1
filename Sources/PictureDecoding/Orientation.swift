internal import Renditions

/// The rotation of a stored picture for display, numbered as in Exif.
enum Orientation: Int, CaseIterable {
    case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether width and height are swapped.
    var isSideways: Bool { rawValue >= 5 }

    /// Returns the part of a stored picture of this width and height that corresponds to a part of the upright one.
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
