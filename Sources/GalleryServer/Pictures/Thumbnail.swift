internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Photos

/// The picture of a photo in one of a few sizes, as the cache of pictures keeps it.
struct Thumbnail: Hashable, Sendable {
    /// The file of a picture.
    struct Picture: Sendable {
        let bytes: ByteBuffer
        let type: String
        /// Whether it is of what the library knows of, and not of a file that was changed since.
        var isOfLibrary = true
    }

    /// Lengths of the longer side in pixels; others would fill the cache.
    static let sides: Set<Int> = [128, 256, 512, 1_024, 2_048]

    let photo: PhotoID
    let side: Int
    /// What the page takes the photo's content for.
    let content: String

    init(photo: PhotoID, side: Int, content: String) throws {
        guard Self.sides.contains(side) else {
            throw GalleryError.notFound("there is no such size")
        }
        (self.photo, self.side, self.content) = (photo, side, content)
    }

    /// What stands for the picture in a browser's cache.
    var tag: String { "\"\(content)-\(side)\"" }

    /// Makes it, or takes it out of the cache; waits for it.
    ///
    /// - Throws: ``GalleryError`` for what cannot be shown.
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

    /// `isOfContent`: Whether it is of the content that the page takes it for.
    func response(_ picture: Picture, isOfContent: Bool) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: picture.type,
                // Another content has another address.
                .cacheControl: isOfContent ? "private, max-age=31536000, immutable" : "no-store",
                .eTag: isOfContent ? tag : "\"\"",
            ],
            body: ResponseBody(byteBuffer: picture.bytes)
        )
    }

    /// How pictures are asked for, here and ahead.
    static var options: PHImageRequestOptions {
        let options = PHImageRequestOptions()
        (options.isSynchronous, options.deliveryMode) = (true, .highQualityFormat)
        return options
    }
}
