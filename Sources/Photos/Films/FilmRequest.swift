internal import Foundation

/// Requests for films.
enum FilmRequest {
    /// Requests the film of an asset; the handler is called once, on an arbitrary queue.
    static func begin(
        _ asset: PHAsset,
        _ options: PHVideoRequestOptions?,
        _ handler: @escaping (AVURLAsset?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let request = MediaRequest<AVURLAsset>(.anywhere, handler)
        let version = PictureFile.Version(options?.version)
        request.begin()
        HandlerPlace.anywhere.run {
            do {
                let file = try PictureFile.find(asset, version)
                guard file.isFilm else {
                    let message = "\(file.url.lastPathComponent) is no film"
                    throw PHPhotosError(.requestNotSupportedForAsset, message)
                }
                try file.stored.check()
                request.answer(AVURLAsset(file), file.info(request.id))
            } catch {
                request.fail(error)
            }
        }
        return request.id
    }
}
