/// The geometry of a rendition: the picture is scaled to one size, and a part of the result is kept.
package struct RenditionGeometry: Hashable, Sendable {
    /// The size the whole picture is scaled to.
    package private(set) var scaledWidth: Int
    package private(set) var scaledHeight: Int
    /// The part of the scaled picture that is kept.
    package private(set) var left: Int
    package private(set) var top: Int
    package private(set) var width: Int
    package private(set) var height: Int

    /// The longest side of a rendition, and its greatest number of pixels.
    package static let longestSide = 65_500
    package static let mostPixels = 1 << 28

    /// Calculates the geometry; nil for a picture without pixels, and for more than ``mostPixels``.
    ///
    /// - Parameters:
    ///   - sourceWidth: The width of the picture, turned upright.
    ///   - sourceHeight: The height of the picture, turned upright.
    ///   - request: The request.
    package init?(of sourceWidth: Int, _ sourceHeight: Int, _ request: RenditionRequest) {
        guard sourceWidth > 0, sourceHeight > 0 else { return nil }
        let (fullWidth, fullHeight) = (Double(sourceWidth), Double(sourceHeight))
        // The requested size is that of the part, as in PhotoKit.
        let part = request.crop?.clipped ?? UnitRect(x: 0, y: 0, width: 1, height: 1)
        let partWidth = max(part.width * fullWidth, 1)
        let partHeight = max(part.height * fullHeight, 1)
        let scale = Self.scale(partWidth, partHeight, request)
        scaledWidth = Self.rounded(fullWidth * scale)
        scaledHeight = Self.rounded(fullHeight * scale)
        width = min(Self.rounded(partWidth * scale), scaledWidth)
        height = min(Self.rounded(partHeight * scale), scaledHeight)
        left = min(Int((part.x * fullWidth * scale).rounded()), scaledWidth - width)
        top = min(Int((part.y * fullHeight * scale).rounded()), scaledHeight - height)
        if request.resize == .exact, request.mode == .fill { trim(request) }
        guard max(scaledWidth, scaledHeight) <= Self.longestSide,
            scaledWidth * scaledHeight <= Self.mostPixels
        else { return nil }
    }

    /// Crops the excess equally from both sides.
    private mutating func trim(_ request: RenditionRequest) {
        if request.width > 0, width > request.width {
            left += (width - request.width) / 2
            width = request.width
        }
        if request.height > 0, height > request.height {
            top += (height - request.height) / 2
            height = request.height
        }
    }

    private static func scale(_ width: Double, _ height: Double, _ request: RenditionRequest)
        -> Double
    {
        guard request.resize != .none, request.width > 0 || request.height > 0 else { return 1 }
        let across = request.width > 0 ? Double(request.width) / width : nil
        let down = request.height > 0 ? Double(request.height) / height : nil
        let both = [across, down].compactMap { $0 }
        let wanted = (request.mode == .fit ? both.min() : both.max()) ?? 1
        return request.resize == .exact ? wanted : min(wanted, 1)
    }

    private static func rounded(_ length: Double) -> Int {
        max(1, Int(min(length.rounded(), 1e9)))
    }
}
