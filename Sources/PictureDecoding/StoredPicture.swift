internal import CPictures
internal import ImagingService
internal import Renditions

/// A picture that libvips reads; nothing but its header is, until it is rendered.
@safe struct StoredPicture: ~Copyable {
    /// In pixels, as it is stored.
    let width: Int
    let height: Int
    /// How it is turned to be looked at.
    var orientation: Orientation

    private let picture: OpaquePointer

    /// Reads the header; the file must stay open for as long as this lives.
    init(_ extent: PictureExtent) throws(RenditionFailure) {
        var facts = heliograph_picture_facts()
        unsafe picture = try unsafe Library.attempt { reason in
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
        orientation = Orientation(rawValue: Int(facts.orientation)) ?? .up
    }

    deinit { unsafe heliograph_picture_close(picture) }

    /// The width as it is looked at.
    var shownWidth: Int { orientation.isSideways ? height : width }
    /// The height as it is looked at.
    var shownHeight: Int { orientation.isSideways ? width : height }

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
        let isDone: Bool? = try unsafe Library.attempt { reason in
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
        let part = orientation.stored(
            PixelRect(
                left: geometry.left,
                top: geometry.top,
                width: geometry.width,
                height: geometry.height
            ),
            width,
            height
        )
        return heliograph_picture_geometry(
            scaled_width: Int32(width),
            scaled_height: Int32(height),
            left: Int32(part.left),
            top: Int32(part.top),
            width: Int32(part.width),
            height: Int32(part.height),
            orientation: Int32(orientation.rawValue)
        )
    }
}
