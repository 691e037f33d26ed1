internal import Imaging
internal import Renditions
internal import Synchronization

/// A type that makes pictures for requests; it decodes and encodes them only in other processes.
protocol PictureMaking: Sendable {
    /// Orders a picture and returns a closure that cancels the order.
    ///
    /// `completion` is called once, on any thread, perhaps before this method returns, and also if the order is
    /// cancelled.
    func make(
        _ order: PictureOrder,
        _ completion: @escaping @Sendable (Result<Picture, ImagingError>) -> Void
    ) -> @Sendable () -> Void

    /// Returns the cached picture for an order, if any.
    func cached(_ order: PictureOrder) -> Picture?

    /// Returns the smallest desktop thumbnail of a file with at least this many pixels, or else the largest there is.
    func desktop(_ path: [UInt8], _ content: ContentKey, pixels: Int) -> Picture?

    /// Encodes a picture to the bytes of a file, and waits for them.
    func encode(_ picture: Picture, as encoding: Encoding) throws(ImagingError) -> [UInt8]

    /// Decodes the bytes of a file, and waits for the picture.
    func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture
}

extension PictureMaking {
    func desktop(_ path: [UInt8], _ content: ContentKey, pixels: Int) -> Picture? { nil }
}

/// The object that makes this program's pictures.
enum PictureMaker {
    private static let other = Mutex<(any PictureMaking)?>(nil)

    /// The maker for files that are in no library.
    static var shared: any PictureMaking { of(catalogue: "") }

    /// Returns the maker for the files of a library; the service's library has a cache of its own.
    static func of(catalogue: String) -> any PictureMaking {
        other.withLock { $0 } ?? ImagerPictures(imager: Imager.shared(catalogue: catalogue))
    }

    /// Replaces the maker; nil restores the imagers.
    static func setShared(_ maker: (any PictureMaking)?) {
        other.withLock { $0 = maker }
    }
}

/// Makes pictures in imager processes.
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
