internal import Foundation
internal import Imaging
internal import Renditions
internal import Synchronization

/// Orders the pictures that answer one request.
struct ImageAnswers {
    let maker: any PictureMaking
    let file: PictureFile
    let wanted: RenditionRequest
    let mode: PHImageRequestOptionsDeliveryMode

    init(
        _ file: PictureFile,
        _ size: CGSize,
        _ contentMode: PHImageContentMode,
        _ options: PHImageRequestOptions?
    ) {
        maker = file.maker
        self.file = file
        wanted = RenditionRequest(size, contentMode, options, of: file.isFilm ? .frame : .picture)
        mode = options?.deliveryMode ?? .opportunistic
    }

    /// Answers with the picture that was requested, and waits for it.
    func answer(_ request: MediaRequest<UIImage>) {
        finish(request, wait())
    }

    /// The picture that was requested, or nil; waits for it.
    var image: UIImage? { (try? wait().get()).map { image($0) } }

    private func wait() -> Result<Picture, ImagingError> {
        let order = file.order(wanted, .now)
        if let picture = maker.cached(order) { return .success(picture) }
        let answer = Awaited<Result<Picture, ImagingError>>()
        _ = maker.make(order) { answer.set($0) }
        return answer.wait()
    }

    /// Answers by the rules of the delivery mode; `atOnce` is the place for cached pictures of an opportunistic
    /// request.
    func begin(_ request: MediaRequest<UIImage>, atOnce: HandlerPlace = .caller) {
        if let picture = maker.cached(file.order(wanted, .now)) {
            return finish(request, .success(picture), at: mode == .opportunistic ? atOnce : nil)
        }
        switch mode {
        case .highQualityFormat: make(request)
        case .fastFormat: answerFast(request)
        case .opportunistic:
            answerDegraded(request, atOnce)
            make(request)
        }
    }

    private func make(_ request: MediaRequest<UIImage>) {
        guard request.isGoing else { return }
        request.add(maker.make(file.order(wanted, .now)) { finish(request, $0) })
    }

    /// Answers with a rough picture first: at once if the cache has one.
    private func answerDegraded(_ request: MediaRequest<UIImage>, _ atOnce: HandlerPlace) {
        let info = file.info(request.id, isDegraded: true)
        if let picture = smaller {
            return request.answer(image(picture), info, isLast: false, at: atOnce)
        }
        // Films have no small picture embedded in them.
        guard !file.isFilm, request.isGoing else { return }
        let order = file.order(wanted.embedded, .first)
        request.add(
            maker.make(order) { answer in
                guard case .success(let picture) = answer else { return }
                request.answer(image(picture), info, isLast: false)
            }
        )
    }

    /// Answers with the first picture available, and with nothing else.
    private func answerFast(_ request: MediaRequest<UIImage>) {
        let info = file.info(request.id, isDegraded: true)
        if let picture = smaller { return request.answer(image(picture), info) }
        guard !file.isFilm else { return make(request) }
        let order = file.order(wanted.embedded, .first)
        request.add(
            maker.make(order) { answer in
                guard case .success(let picture) = answer else { return make(request) }
                request.answer(image(picture), info)
            }
        )
    }

    /// The largest smaller picture in the cache, or else the desktop's thumbnail; nil for a request that crops, because
    /// the whole picture would look different.
    private var smaller: Picture? {
        guard wanted.crop == nil else { return nil }
        let kept = wanted.smaller.lazy.compactMap { maker.cached(file.order($0, .first)) }.first
        guard kept == nil, let content = file.content else { return kept }
        let pixels = wanted.resize == .none ? .max : max(wanted.width, wanted.height)
        return maker.desktop(file.stored.path, content, pixels: pixels)
    }

    private func finish(
        _ request: MediaRequest<UIImage>,
        _ answer: Result<Picture, ImagingError>,
        at place: HandlerPlace? = nil
    ) {
        switch answer {
        case .success(let picture):
            var info = file.info(request.id)
            info.isAheadOfLibrary = file.order(wanted, .now).source.isReplaced()
            request.answer(image(picture), info, at: place)
        case .failure(let error):
            // The caller that cancelled it was already answered.
            guard request.isGoing else { return }
            if error.code == .cancelled { return request.cancel() }
            request.fail(file.failure(error))
        }
    }

    private func image(_ picture: Picture) -> UIImage { UIImage(StoredPicture(picture, maker)) }
}

/// A value that another thread sets once.
final class Awaited<Value: Sendable>: Sendable {
    private let isThere = DispatchSemaphore(value: 0)
    private let value = Mutex<Value?>(nil)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
        isThere.signal()
    }

    func wait() -> Value {
        while true {
            if let value = value.withLock({ $0 }) { return value }
            isThere.wait()
        }
    }
}
