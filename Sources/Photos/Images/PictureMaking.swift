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

    /// Makes a file of pixels; waits for it.
    func encode(_ picture: Picture, as encoding: Encoding) throws(ImagingError) -> [UInt8]

    /// Makes pixels of a file; waits for them.
    func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture
}

/// Whoever makes the pictures of this program.
enum PictureMaker {
    private static let current = Mutex<(any PictureMaking)?>(nil)

    static var shared: any PictureMaking { current.withLock { $0 } ?? ImagerPictures() }

    /// Has another make them from now on; nil for the imagers.
    static func setShared(_ maker: (any PictureMaking)?) {
        current.withLock { $0 = maker }
    }
}

/// The imagers make pictures.
struct ImagerPictures: PictureMaking {
    private static let missing = ImagingError(.helperMissing, "there is no heliograph-imager")

    func make(
        _ order: PictureOrder,
        _ completion: @escaping @Sendable (Result<Picture, ImagingError>) -> Void
    ) -> @Sendable () -> Void {
        completion(.failure(Self.missing))
        return {}
    }

    func cached(_ order: PictureOrder) -> Picture? { nil }

    func encode(_ picture: Picture, as encoding: Encoding) throws(ImagingError) -> [UInt8] {
        throw Self.missing
    }

    func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture { throw Self.missing }
}
