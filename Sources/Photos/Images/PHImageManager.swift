public import Foundation

/// Gives pictures and films of assets.
///
/// Pictures are made by `heliograph-imager` in processes of its own, and kept in a cache that all programs of the user
/// share. Handlers of requests for pictures are called on the main queue, as on Apple's systems: a program without a
/// user interface has to serve that with `dispatchMain()` or `RunLoop.main.run()`, or to ask with
/// ``PHImageRequestOptions/isSynchronous``.
open class PHImageManager: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored here.

    private static let shared = PHImageManager()

    /// A manager; all of them answer alike.
    public override init() {}

    /// The manager that everybody can use.
    open class func `default`() -> PHImageManager { shared }

    /// Asks for the picture of a photo, the still of a Live Photo, or a frame of a film.
    ///
    /// Sizes are in pixels; a side that is not positive counts as one. The handler is called
    /// - synchronously: once, on the calling thread, with the picture as asked for;
    /// - opportunistically: with a degraded picture first, if there is any to be had soon, perhaps before this returns,
    ///   and then on the main queue with the one asked for; once, and perhaps before this returns, with a picture of
    ///   the cache;
    /// - for high quality: once, on the main queue, with the picture as asked for;
    /// - fast: once, on the main queue, with a degraded picture if that can be had sooner.
    ///
    /// Of a request that fails or is cancelled the picture is nil, and the info says why.
    ///
    /// - Returns: The number of the request, greater than those before.
    @discardableResult
    open func requestImage(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let isSynchronous = options?.isSynchronous == true
        let request = MediaRequest<UIImage>(isSynchronous ? .caller : .main, resultHandler)
        let found = Result {
            let file = try PictureFile.find(asset, .init(options?.version))
            return ImageAnswers(file, targetSize, contentMode, options)
        }
        switch found {
        case .failure(let error): fail(request, error, isSynchronous)
        case .success(let answers) where isSynchronous: answers.answer(request)
        case .success(let answers):
            request.begin()
            answers.begin(request)
        }
        return request.id
    }

    /// What fails at once can be cancelled as well until it is told.
    private func fail<Answer>(
        _ request: MediaRequest<Answer>,
        _ error: any Error,
        _ isSynchronous: Bool = false
    ) {
        if !isSynchronous { request.begin() }
        request.fail(error)
    }

    /// Asks for the bytes of a picture's file: of the edited version, or of the original.
    ///
    /// The handler is called once, on the main queue, or synchronously on the calling thread, with the bytes, the kind
    /// of file they are, such as `public.jpeg`, and how the pixels in it are to be turned: `up` for formats such as
    /// HEIF, whose decoders turn them. Films have none.
    @discardableResult
    open func requestImageDataAndOrientation(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler:
            @escaping (Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?)
            -> Void
    ) -> PHImageRequestID {
        let isSynchronous = options?.isSynchronous == true
        let request = MediaRequest<ImageData>(isSynchronous ? .caller : .main) { answer, info in
            resultHandler(answer?.bytes, answer?.type, answer?.orientation ?? .up, info)
        }
        do {
            let file = try PictureFile.find(asset, .init(options?.version))
            guard !isSynchronous else {
                ImageData.answer(request, file)
                return request.id
            }
            request.begin()
            HandlerPlace.anywhere.run { ImageData.answer(request, file) }
        } catch {
            fail(request, error, isSynchronous)
        }
        return request.id
    }

    /// The same with the orientation in UIKit's words.
    @discardableResult
    open func requestImageData(
        for asset: PHAsset,
        options: PHImageRequestOptions?,
        resultHandler: @escaping (Data?, String?, UIImage.Orientation, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        requestImageDataAndOrientation(for: asset, options: options) {
            resultHandler($0, $1, $2.shown, $3)
        }
    }

    /// Asks for a Live Photo.
    ///
    /// The handler is called on the main queue: by the delivery mode with a degraded one first, and with the one asked
    /// for. Assets that are no Live Photos fail.
    @discardableResult
    open func requestLivePhoto(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHLivePhotoRequestOptions?,
        resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let files = PHLivePhoto.files(of: asset, .init(options?.version))
        let request = MediaRequest<UIImage>(.main) { image, info in
            resultHandler(image.map { PHLivePhoto($0, files) }, info)
        }
        request.begin()
        do {
            guard asset.mediaSubtypes.contains(.photoLive) else {
                let message =
                    "\(asset.value(forKey: "filename") ?? asset.localIdentifier) is no Live Photo"
                throw PHPhotosError(.requestNotSupportedForAsset, message)
            }
            let file = try PictureFile.find(asset, .init(options?.version))
            let own = PHImageRequestOptions()
            own.deliveryMode = options?.deliveryMode ?? .opportunistic
            let answers = ImageAnswers(file, targetSize, contentMode, own)
            answers.begin(request, atOnce: .main)
        } catch {
            request.fail(error)
        }
        return request.id
    }

    /// Asks for a film as a player takes it.
    ///
    /// The handler is called once, on no particular queue. In code of an actor, in Swift 6, write
    /// `{ @Sendable film, info in`: the compiler takes it for the actor's otherwise, and the program ends when it is
    /// called elsewhere.
    @discardableResult
    open func requestPlayerItem(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        FilmRequest.begin(asset, options) { film, info in
            resultHandler(film.map { AVPlayerItem(asset: $0) }, info)
        }
    }

    /// Asks for what writes a film into a file; nil, with an error, for a preset that
    /// ``AVAssetExportSession/exportPresets(compatibleWith:)`` does not name.
    ///
    /// The handler is called once, on no particular queue. In code of an actor, in Swift 6, write
    /// `{ @Sendable film, info in`: the compiler takes it for the actor's otherwise, and the program ends when it is
    /// called elsewhere.
    @discardableResult
    open func requestExportSession(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        exportPreset: String,
        resultHandler: @escaping (AVAssetExportSession?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        FilmRequest.begin(asset, options) { film, info in
            guard let film else { return resultHandler(nil, info) }
            let session = AVAssetExportSession(asset: film, presetName: exportPreset)
            var info = info
            if session == nil {
                let message = "films are written as they are, not with \(exportPreset)"
                info?[PHImageErrorKey] = PHPhotosError(.requestNotSupportedForAsset, message)
            }
            resultHandler(session, info)
        }
    }

    /// Asks for a film: an ``AVURLAsset`` of the library's own file.
    ///
    /// The handler is called once, on no particular queue, see
    /// ``requestPlayerItem(forVideo:options:resultHandler:)``; there never is an audio mix.
    @discardableResult
    open func requestAVAsset(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        FilmRequest.begin(asset, options) { film, info in resultHandler(film, nil, info) }
    }

    /// Ends a request, unless it is synchronous: its handler is called once more, with nil and
    /// ``PHImageCancelledKey``, or not at all when it was given its last answer.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        MediaRequests.shared.cancel(requestID)
    }
}
