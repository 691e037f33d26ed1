internal import CPictures
internal import Glibc
internal import ImagingService
internal import Renditions

/// A picture that libvips reads; nothing but its header is, until it is rendered.
@safe struct StoredPicture: ~Copyable {
    /// In pixels, as it is stored.
    let width: Int
    let height: Int
    /// How it is turned to be looked at.
    var orientation: Orientation
    /// The part of it that is shown.
    private var visible: PixelRect

    private let picture: OpaquePointer

    /// Reads the header; the file must stay open for as long as this lives.
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

    /// Reads all of a BMP file.
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

    /// The width as it is looked at.
    var shownWidth: Int { orientation.isSideways ? visible.height : visible.width }
    /// The height as it is looked at.
    var shownHeight: Int { orientation.isSideways ? visible.width : visible.height }

    /// Leaves out what a picture of that shape does not have: thumbnails are 4:3 whatever the picture is, with
    /// black bars above and below it, or beside it.
    mutating func cutBars(_ wholeWidth: Int, _ wholeHeight: Int) {
        let scale = min(
            Double(width) / Double(wholeWidth),
            Double(height) / Double(wholeHeight)
        )
        let inner = (
            width: Int((Double(wholeWidth) * scale).rounded()),
            height: Int((Double(wholeHeight) * scale).rounded())
        )
        // Less is what rounding does.
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

    /// Has colours without a profile be understood as those of Display P3.
    func assumeDisplayP3() {
        unsafe heliograph_picture_assume_p3(picture)
    }

    /// Writes the pixels, four bytes each, and tells whether any is transparent.
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
        // The whole is scaled as its visible part is.
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
