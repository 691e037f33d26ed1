internal import Dispatch
package import Renditions
internal import Synchronization

/// A provider of pictures of files, from the cache or decoded by helper processes.
///
/// Orders are carried out by priority, several at a time, equal ones only once. Nothing is decoded in this process.
package final class Imager: Sendable {
    private struct State {
        var queue = OrderQueue()
        /// The runners that have nothing to do.
        var resting: [Runner]
    }

    private let state: Mutex<State>
    private let cache: (any PictureStore)?
    private let callbacks = DispatchQueue(label: "imager callbacks", attributes: .concurrent)
    /// The longest side of a picture that is kept in the cache.
    package static let longestKept = 2_048

    /// - Parameters:
    ///   - cache: The store for finished pictures; nil for no cache.
    ///   - workers: The number of pictures decoded at a time, and again in the background, not counting first pictures.
    ///   - programs: The helper programs.
    package init(
        cache: (any PictureStore)?,
        workers: Int,
        programs: ImagerPrograms = ImagerPrograms()
    ) {
        self.cache = cache
        // An order goes to the last resting runner that accepts it, so the general runners come after the one reserved
        // for first pictures, and after those of the background, which only get idle processor time.
        let count = max(workers, 1)
        let runners =
            (0..<count).map { _ in Runner(.background ... .background, programs) }
            + [Runner(.first ... .first, programs)]
            + (0..<count).map { _ in Runner(.soon ... .first, programs) }
        state = Mutex(State(resting: runners))
    }

    /// Requests a picture.
    ///
    /// - Parameters:
    ///   - order: The picture to make.
    ///   - completion: Called once, on one of the imager's threads, also if the order was cancelled.
    /// - Returns: A ticket to cancel the order with.
    @discardableResult
    package func make(
        _ order: PictureOrder,
        _ completion: @escaping @Sendable (Result<Picture, ImagingError>) -> Void
    ) -> Ticket {
        let (ticket, runner) = state.withLock { state in
            let ticket = state.queue.add(order, completion)
            let index = state.resting.lastIndex { $0.priorities.contains(order.priority) }
            return (ticket, index.map { state.resting.remove(at: $0) })
        }
        if let runner { runner.queue.async { self.work(runner) } }
        return ticket
    }

    /// Cancels an order; the picture is still made if others wait for it or decoding has begun.
    package func cancel(_ ticket: Ticket) {
        guard let completion = state.withLock({ $0.queue.cancel(ticket) }) else { return }
        callbacks.async { completion(.failure(ImagingError(.cancelled, "cancelled"))) }
    }

    /// Returns the cache's picture for an order, encoded only; looks it up on the calling thread.
    package func cached(_ order: PictureOrder) -> Picture? {
        guard let cache, let content = order.source.content, Self.isKept(order.request) else {
            return nil
        }
        let found = cache.find(content, Self.normal(order.request))
        return found == nil || order.source.isReplaced() ? nil : found
    }

    /// Encodes a picture's pixels as a file, and blocks until that is done.
    package func encode(
        _ picture: Picture,
        as encoding: Encoding
    ) throws(ImagingError) -> [UInt8] {
        let made = try self.picture(PictureOrder(encoding: picture, as: encoding))
        guard let encoded = made.encoded else {
            throw ImagingError(.undecodable, "pictures cannot be written as \(encoding)")
        }
        return encoded
    }

    /// Decodes a file in memory, and blocks until that is done.
    package func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture {
        try picture(PictureOrder(decoding: bytes))
    }

    /// Makes a picture, and blocks until it is done.
    package func picture(_ order: PictureOrder) throws(ImagingError) -> Picture {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Picture, ImagingError>?>(nil)
        make(order) { made in
            result.withLock { $0 = made }
            done.signal()
        }
        done.wait()
        let made = result.withLock { $0 } ?? .failure(ImagingError(.cancelled, "cancelled"))
        return try made.get()
    }

    private func work(_ runner: Runner) {
        runner.begin()
        while let (number, order) = next(runner) {
            let made = carryOut(order, runner)
            let completions = state.withLock { $0.queue.finish(number) }
            guard !completions.isEmpty else { continue }
            callbacks.async { for completion in completions { completion(made) } }
        }
    }

    /// Returns the next order for a runner; nil if there is no order, and the runner rests.
    private func next(_ runner: Runner) -> (number: UInt64, order: PictureOrder)? {
        state.withLock { state in
            if let next = state.queue.next(runner.priorities) { return next }
            state.resting.append(runner)
            runner.rest()
            return nil
        }
    }

    private func carryOut(
        _ order: PictureOrder,
        _ runner: Runner
    ) -> Result<Picture, ImagingError> {
        if let found = cached(order) { return .success(found) }
        return runner.make(order).map { made in
            guard let cache, made.encoded != nil, made.isOfItsContent,
                let content = order.source.content, Self.isKept(order.request)
            else { return made }
            var picture = made
            picture.cacheFault = cache.keep(made, content, Self.normal(order.request))
            return picture
        }
    }

    private static func isKept(_ request: RenditionRequest) -> Bool {
        guard case .compact = request.encoding, request.subject != .embedded else { return false }
        let longest = max(request.width, request.height)
        return longest > 0 && longest <= longestKept && request.resize != .none
    }

    /// Returns a request with everything that the cache ignores reset.
    private static func normal(_ request: RenditionRequest) -> RenditionRequest {
        var request = request
        request.wantsPixels = false
        return request
    }
}
