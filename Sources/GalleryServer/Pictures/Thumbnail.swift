internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Photos

/// The picture of a photo in one of a few sizes, as stored in the cache of renditions.
struct Thumbnail: Hashable, Sendable {
    /// The encoded file of a picture.
    struct Picture: Sendable {
        let bytes: ByteBuffer
        let type: String
        /// Whether it shows the file that the library knows, and not one changed since.
        var isOfLibrary = true
    }

    /// The lengths of the longer side in pixels; arbitrary ones would fill the cache.
    static let sides: Set<Int> = [128, 256, 512, 1_024, 2_048]

    let photo: PhotoID
    let side: Int
    /// The content that the page believes the photo has.
    let content: String

    init(photo: PhotoID, side: Int, content: String) throws {
        guard Self.sides.contains(side) else {
            throw GalleryError.notFound("there is no such size")
        }
        (self.photo, self.side, self.content) = (photo, side, content)
    }

    /// The entity tag for a browser's cache.
    var tag: String { "\"\(content)-\(side)\"" }

    /// Makes the picture or takes it from the cache, and blocks until it is there.
    ///
    /// - Throws: ``GalleryError`` if it cannot be shown.
    func picture(of asset: PHAsset) throws -> Picture {
        nonisolated(unsafe) var answer: (image: UIImage?, info: [AnyHashable: Any]?)
        PHImageManager.default().requestImage(
            for: asset,
            targetSize: CGSize(width: side, height: side),
            contentMode: .aspectFit,
            options: Self.options
        ) { unsafe answer = ($0, $1) }
        let info = unsafe answer.info ?? [:]
        guard let image = unsafe answer.image else {
            let error = info[PHImageErrorKey] as? any Error
            throw GalleryError.notFound(error?.localizedDescription ?? "it cannot be shown")
        }
        let isAhead = info[PHImageResultIsAheadOfLibraryKey] as? Bool == true
        let (data, type) = try Self.file(of: image)
        return Picture(bytes: ByteBuffer(bytes: data), type: type, isOfLibrary: !isAhead)
    }

    private static func file(of image: UIImage) throws -> (Data, String) {
        if let data = image.encodedData, let type = image.encodedType?.preferredMIMEType {
            return (data, type)
        }
        guard let data = image.jpegData(compressionQuality: 0.8) else {
            throw GalleryError.notFound("it cannot be shown")
        }
        return (data, "image/jpeg")
    }

    /// Returns the response; `isOfContent` says whether the picture shows the content that the page believes it has.
    func response(_ picture: Picture, isOfContent: Bool) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: picture.type,
                // Different content has a different URL.
                .cacheControl: isOfContent ? "private, max-age=31536000, immutable" : "no-store",
                .eTag: isOfContent ? tag : "\"\"",
            ],
            body: ResponseBody(byteBuffer: picture.bytes)
        )
    }

    /// The options for requesting pictures, now or ahead of time.
    static var options: PHImageRequestOptions {
        let options = PHImageRequestOptions()
        (options.isSynchronous, options.deliveryMode) = (true, .highQualityFormat)
        return options
    }
}
