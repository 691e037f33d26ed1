internal import Foundation

/// Requests for films.
enum FilmRequest {
    /// Answers once, on no particular queue, with the film of an asset.
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
