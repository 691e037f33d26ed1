internal import Dispatch
package import Renditions
internal import Synchronization

/// Makes pictures of files, by helper processes that decode them, and of what the cache has.
///
/// Orders are carried out by priority, several at a time; equal ones once. Nothing is decoded in this process.
package final class Imager: Sendable {
    private struct State {
        var queue = OrderQueue()
        /// Those who have nothing to do.
        var resting: [Runner]
    }

    private let state: Mutex<State>
    private let cache: (any PictureStore)?
    private let callbacks = DispatchQueue(label: "imager callbacks", attributes: .concurrent)
    /// The longest side of what is kept.
    package static let longestKept = 2_048

    /// - Parameters:
    ///   - cache: Keeps what is made; nil for none.
    ///   - workers: How many pictures are decoded at a time, and as many in the background; besides first pictures.
    ///   - programs: The helper programs.
    package init(
        cache: (any PictureStore)?,
        workers: Int,
        programs: ImagerPrograms = ImagerPrograms()
    ) {
        self.cache = cache
        // The last that can take an order does: those who keep the way free for first pictures, and those for the
        // background, which run when nobody else wants to, come before those who take all others.
        let count = max(workers, 1)
        let runners =
            (0..<count).map { _ in Runner(.background ... .background, programs) }
            + [Runner(.first ... .first, programs)]
            + (0..<count).map { _ in Runner(.soon ... .first, programs) }
        state = Mutex(State(resting: runners))
    }

    /// Asks for a picture.
    ///
    /// - Parameters:
    ///   - order: What is wanted.
    ///   - completion: Called once, on a thread of the imager's, also when the order was cancelled.
    /// - Returns: What the order can be cancelled by.
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

    /// Cancels an order; what nobody else waits for is not decoded unless that has begun.
    package func cancel(_ ticket: Ticket) {
        guard let completion = state.withLock({ $0.queue.cancel(ticket) }) else { return }
        callbacks.async { completion(.failure(ImagingError(.cancelled, "cancelled"))) }
    }

    /// What the cache has of an order, looked up on the calling thread; only the encoded file.
    package func cached(_ order: PictureOrder) -> Picture? {
        guard let cache, let content = order.source.content, Self.isKept(order.request) else {
            return nil
        }
        let found = cache.find(content, Self.normal(order.request))
        return found == nil || order.source.isReplaced() ? nil : found
    }

    /// Writes a picture's pixels into a file; waits for it.
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

    /// Decodes a file that is in memory; waits for it.
    package func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture {
        try picture(PictureOrder(decoding: bytes))
    }

    /// Makes a picture, and waits for it.
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

    /// The next order for a runner; without one it rests.
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

    /// Requests that are the same to the cache.
    private static func normal(_ request: RenditionRequest) -> RenditionRequest {
        var request = request
        request.wantsPixels = false
        return request
    }
}
