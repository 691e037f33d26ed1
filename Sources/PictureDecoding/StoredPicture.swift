internal import CPictures
internal import Glibc
internal import ImagingService
internal import MediaMetadata
internal import Renditions

/// A picture opened by libvips, of which only the header is read until it is rendered.
@safe struct StoredPicture: ~Copyable {
    /// In pixels, as stored.
    let width: Int
    let height: Int
    /// The rotation for display.
    var orientation: Orientation
    /// The part of it that is shown.
    private var visible: PixelRect

    private let picture: OpaquePointer

    /// Reads the header; the file must stay open for the lifetime of the picture.
    init(_ extent: PictureExtent) throws(RenditionFailure) {
        var facts = heliograph_picture_facts()
        unsafe picture = try unsafe Library.attempt("it cannot be decoded") { reason in
            unsafe extent.withSource { source in
                unsafe heliograph_picture_open(
                    &source,
                    extent.kind.number,
                    extent.isThumbnail ? 1 : 0,
                    &facts,
                    reason
                )
            }
        }
        (width, height) = (Int(facts.width), Int(facts.height))
        visible = PixelRect(left: 0, top: 0, width: width, height: height)
        orientation = Orientation(rawValue: Int(facts.orientation)) ?? .up
    }

    /// Reads a whole BMP file.
    init(_ bitmap: BitmapReader) throws(RenditionFailure) {
        (width, height) = (bitmap.width, bitmap.height)
        (visible, orientation) = (PixelRect(left: 0, top: 0, width: width, height: height), .up)
        let count = width * height * 4
        guard let memory = unsafe malloc(count) else { throw RenditionFailure("out of memory") }
        do {
            try unsafe bitmap.read(
                into: UnsafeMutableRawBufferPointer(start: memory, count: count)
            )
        } catch {
            unsafe free(memory)
            throw error
        }
        unsafe picture = try unsafe Library.attempt("it cannot be decoded") { reason in
            unsafe heliograph_picture_of_pixels(
                memory,
                Int32(bitmap.width),
                Int32(bitmap.height),
                reason
            )
        }
    }

    deinit { unsafe heliograph_picture_close(picture) }

    /// The width of the upright picture.
    var shownWidth: Int { orientation.isSideways ? visible.height : visible.width }
    /// The height of the upright picture.
    var shownHeight: Int { orientation.isSideways ? visible.width : visible.height }

    /// Crops black bars: thumbnails are 4:3 whatever the picture's shape, with bars above and below it or on both
    /// sides.
    mutating func cutBars(_ wholeWidth: Int, _ wholeHeight: Int) {
        let scale = min(
            Double(width) / Double(wholeWidth),
            Double(height) / Double(wholeHeight)
        )
        let inner = (
            width: Int((Double(wholeWidth) * scale).rounded()),
            height: Int((Double(wholeHeight) * scale).rounded())
        )
        // A smaller difference comes from rounding.
        guard inner.width > 0, inner.height > 0,
            (width - inner.width) * 50 > width || (height - inner.height) * 50 > height
        else { return }
        visible = PixelRect(
            left: (width - inner.width) / 2,
            top: (height - inner.height) / 2,
            width: inner.width,
            height: inner.height
        )
    }

    /// Interprets colours without a profile as declared.
    func declare(_ colours: ColourNumbers) {
        unsafe heliograph_picture_declare(
            picture,
            Int32(colours.primaries),
            Int32(colours.transfer)
        )
    }

    /// Writes the pixels, four bytes each, and returns whether any is transparent.
    func render(
        _ geometry: RenditionGeometry,
        into pixels: UnsafeMutableRawBufferPointer
    ) throws(RenditionFailure) -> Bool {
        var stored = self.stored(geometry)
        var hasAlpha: Int32 = 0
        let isDone: Bool? = try unsafe Library.attempt("it cannot be decoded") { reason in
            unsafe pixels.baseAddress.map { base in
                unsafe heliograph_picture_render(
                    picture,
                    &stored,
                    base.assumingMemoryBound(to: UInt8.self),
                    &hasAlpha,
                    reason
                ) == 0
            }.flatMap { $0 ? true : nil }
        }
        return isDone == true && hasAlpha != 0
    }

    private func stored(_ geometry: RenditionGeometry) -> heliograph_picture_geometry {
        let (across, down) = (geometry.scaledWidth, geometry.scaledHeight)
        let (width, height) = orientation.isSideways ? (down, across) : (across, down)
        var part = orientation.stored(
            PixelRect(
                left: geometry.left,
                top: geometry.top,
                width: geometry.width,
                height: geometry.height
            ),
            width,
            height
        )
        // The whole picture is scaled by the same factors as its visible part.
        let scale = (
            Double(width) / Double(visible.width), Double(height) / Double(visible.height)
        )
        let whole = (
            width: Int((Double(self.width) * scale.0).rounded()),
            height: Int((Double(self.height) * scale.1).rounded())
        )
        part.left += min(Int((Double(visible.left) * scale.0).rounded()), whole.width - width)
        part.top += min(Int((Double(visible.top) * scale.1).rounded()), whole.height - height)
        return heliograph_picture_geometry(
            scaled_width: Int32(whole.width),
            scaled_height: Int32(whole.height),
            left: Int32(part.left),
            top: Int32(part.top),
            width: Int32(part.width),
            height: Int32(part.height),
            orientation: Int32(orientation.rawValue)
        )
    }
}
