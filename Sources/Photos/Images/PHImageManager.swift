public import Foundation

/// Provides the pictures and films of assets.
///
/// Pictures are made by `heliograph-imager` in separate processes, and kept in a cache that all programs of the user
/// share. Handlers of picture requests are called on the main queue, as on Apple's systems: a program without a user
/// interface has to serve that queue with `dispatchMain()` or `RunLoop.main.run()`, or make requests with
/// ``PHImageRequestOptions/isSynchronous``.
open class PHImageManager: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored here.

    private static let shared = PHImageManager()

    /// Creates a manager; all managers give the same answers.
    public override init() {}

    /// The shared manager.
    open class func `default`() -> PHImageManager { shared }

    /// Requests the picture of a photo, the still of a Live Photo, or a frame of a film.
    ///
    /// Sizes are in pixels; a side that is not positive counts as one. The handler is called:
    /// - synchronous: once, on the calling thread, with the picture that was requested;
    /// - opportunistic: with a degraded picture first, if one is available soon, perhaps before this method returns,
    ///   and then on the main queue with the one that was requested; if that is cached, only once, perhaps before this
    ///   method returns;
    /// - high quality: once, on the main queue, with the picture that was requested;
    /// - fast: once, on the main queue, with a degraded picture if that is available sooner.
    ///
    /// If a request fails or is cancelled, the picture is nil and the info says why.
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

    /// Keeps a request that fails at once cancellable until its handler is called.
    private func fail<Answer>(
        _ request: MediaRequest<Answer>,
        _ error: any Error,
        _ isSynchronous: Bool = false
    ) {
        if !isSynchronous { request.begin() }
        request.fail(error)
    }

    /// Requests the bytes of a picture's file, either of the edited version or of the original.
    ///
    /// The handler is called once, on the main queue, or on the calling thread if the request is synchronous. It
    /// receives the bytes, their type, such as `public.jpeg`, and the rotation needed to display the pixels: `up` for
    /// formats such as HEIF, whose decoders rotate them. Requests for films fail.
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

    /// Requests the bytes of a picture's file, with the orientation as UIKit's type.
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

    /// Requests a Live Photo.
    ///
    /// The handler is called on the main queue: depending on the delivery mode with a degraded Live Photo first, and
    /// with the one that was requested. Requests for assets that are not Live Photos fail.
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

    /// Requests a film in the form that a player accepts.
    ///
    /// The handler is called once, on an arbitrary queue. In an actor's code in Swift 6, write `{ @Sendable film, info
    /// in`: otherwise the compiler isolates the closure to the actor, and the program traps when it is called
    /// elsewhere.
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

    /// Requests a session that exports a film; nil, with an error, for a preset that
    /// ``AVAssetExportSession/exportPresets(compatibleWith:)`` does not list.
    ///
    /// The handler is called once, on an arbitrary queue. In an actor's code in Swift 6, write `{ @Sendable film, info
    /// in`: otherwise the compiler isolates the closure to the actor, and the program traps when it is called
    /// elsewhere.
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

    /// Requests a film as an ``AVURLAsset`` of the library's own file.
    ///
    /// The handler is called once, on an arbitrary queue, see ``requestPlayerItem(forVideo:options:resultHandler:)``;
    /// the audio mix is always nil.
    @discardableResult
    open func requestAVAsset(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        FilmRequest.begin(asset, options) { film, info in resultHandler(film, nil, info) }
    }

    /// Cancels a request, unless it is synchronous.
    ///
    /// The handler is called once more, with nil and ``PHImageCancelledKey``, unless it was already given its last
    /// answer.
    open func cancelImageRequest(_ requestID: PHImageRequestID) {
        MediaRequests.shared.cancel(requestID)
    }
}
