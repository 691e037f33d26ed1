internal import Imaging
internal import Renditions
internal import Synchronization

/// What makes the pictures of requests; pictures are decoded and encoded in other processes only.
protocol PictureMaking: Sendable {
    /// Has a picture made; `completion` is called once on any thread, perhaps before this returns, also when the
    /// order was cancelled, which is what the closure returned is for.
    func make(
        _ order: PictureOrder,
        _ completion: @escaping @Sendable (Result<Picture, ImagingError>) -> Void
    ) -> @Sendable () -> Void

    /// What the cache has of it.
    func cached(_ order: PictureOrder) -> Picture?

    /// What programs of the desktop have of a file, as large as possible up to the pixels that are wanted, or larger.
    func desktop(_ path: [UInt8], _ content: ContentKey, pixels: Int) -> Picture?

    /// Makes a file of pixels; waits for it.
    func encode(_ picture: Picture, as encoding: Encoding) throws(ImagingError) -> [UInt8]

    /// Makes pixels of a file; waits for them.
    func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture
}

extension PictureMaking {
    func desktop(_ path: [UInt8], _ content: ContentKey, pixels: Int) -> Picture? { nil }
}

/// Whoever makes the pictures of this program.
enum PictureMaker {
    private static let other = Mutex<(any PictureMaking)?>(nil)

    /// For files that are in no library.
    static var shared: any PictureMaking { of(catalogue: "") }

    /// For the files of a library; that of the service has a cache of its own.
    static func of(catalogue: String) -> any PictureMaking {
        other.withLock { $0 } ?? ImagerPictures(imager: Imager.shared(catalogue: catalogue))
    }

    /// Has another make them from now on; nil for the imagers.
    static func setShared(_ maker: (any PictureMaking)?) {
        other.withLock { $0 = maker }
    }
}

/// Imagers make pictures.
struct ImagerPictures: PictureMaking {
    let imager: Imager

    func make(
        _ order: PictureOrder,
        _ completion: @escaping @Sendable (Result<Picture, ImagingError>) -> Void
    ) -> @Sendable () -> Void {
        let ticket = imager.make(order, completion)
        return { [imager] in imager.cancel(ticket) }
    }

    func cached(_ order: PictureOrder) -> Picture? { imager.cached(order) }

    func desktop(_ path: [UInt8], _ content: ContentKey, pixels: Int) -> Picture? {
        guard let cache = CacheLocation.userDirectory(CacheLocation.environment) else { return nil }
        let subject = DesktopThumbnails.Subject(
            path: path,
            modified: content.modified,
            size: content.size
        )
        return DesktopThumbnails(cache: cache).find(subject, pixels: pixels)
    }

    func encode(_ picture: Picture, as encoding: Encoding) throws(ImagingError) -> [UInt8] {
        try imager.encode(picture, as: encoding)
    }

    func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture { try imager.decode(bytes) }
}
