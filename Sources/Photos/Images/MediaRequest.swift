internal import Foundation
internal import Synchronization

/// The place where a handler is called.
enum HandlerPlace: Sendable {
    /// On the thread that produces the answer.
    case caller
    case main
    /// On an arbitrary queue.
    case anywhere

    func run(_ call: @escaping @Sendable () -> Void) {
        switch self {
        case .caller: call()
        case .main: DispatchQueue.main.async(execute: call)
        case .anywhere: DispatchQueue.global().async(execute: call)
        }
    }
}

/// A request that can be cancelled by its number.
protocol CancellableRequest: Sendable {
    func cancel()
}

/// A request whose handler receives any degraded answers first, and then the final one.
final class MediaRequest<Answer: Sendable>: CancellableRequest {
    /// Apple's declarations accept any closure; the handler is only ever called by one thread at a time.
    private struct Handler: @unchecked Sendable {
        let call: (Answer?, [AnyHashable: Any]) -> Void
    }

    private struct State {
        var isOver = false
        /// The closures that cancel the work it waits for.
        var work: [@Sendable () -> Void] = []
    }

    let id: PHImageRequestID
    private let place: HandlerPlace
    private let handler: Handler
    private let state = Mutex(State())

    /// Creates a request that stays active until its last answer, or until it is cancelled by its number.
    init(_ place: HandlerPlace, _ handler: @escaping (Answer?, [AnyHashable: Any]) -> Void) {
        (self.place, self.handler) = (place, Handler(call: handler))
        id = MediaRequests.shared.nextNumber()
    }

    /// Makes the request cancellable from now on.
    func begin() {
        MediaRequests.shared.add(self, id)
    }

    /// Whether the request still accepts answers.
    var isGoing: Bool { state.withLock { !$0.isOver } }

    /// Registers a closure that cancels work; it is called when the request ends.
    func add(_ work: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.work.append(work) }
            return state.isOver
        }
        if isOver { work() }
    }

    /// Calls the handler, unless by then the last answer was given or the request was cancelled.
    func answer(
        _ answer: Answer?,
        _ info: ResultInfo,
        isLast: Bool = true,
        at place: HandlerPlace? = nil
    ) {
        (place ?? self.place).run { [self] in
            guard isLast ? end() : isGoing else { return }
            handler.call(answer, info.dictionary)
        }
    }

    func fail(_ error: any Error) {
        var info = ResultInfo(id)
        info.error = error
        answer(nil, info)
    }

    /// Ends the request and reports that to the handler, unless the last answer was given.
    func cancel() {
        guard end() else { return }
        // The request has ended, so no further answer follows; cancelling never calls the handler before it returns.
        (place == .caller ? .anywhere : place).run { [self] in
            var info = ResultInfo(id)
            info.isCancelled = true
            handler.call(nil, info.dictionary)
        }
    }

    /// Ends the request; false if it has already ended.
    private func end() -> Bool {
        let work: [@Sendable () -> Void]? = state.withLock { state in
            guard !state.isOver else { return nil }
            defer { state = State(isOver: true) }
            return state.work
        }
        guard let work else { return false }
        MediaRequests.shared.remove(id)
        for end in work { end() }
        return true
    }
}

/// The cancellable requests of this program, from all managers.
final class MediaRequests: Sendable {
    static let shared = MediaRequests()

    private struct State {
        var last = PHInvalidImageRequestID
        var going: [PHImageRequestID: any CancellableRequest] = [:]
    }

    private let state = Mutex(State())

    func nextNumber() -> PHImageRequestID {
        state.withLock { state in
            state.last = state.last == .max ? 1 : state.last + 1
            return state.last
        }
    }

    func add(_ request: any CancellableRequest, _ id: PHImageRequestID) {
        state.withLock { $0.going[id] = request }
    }

    func remove(_ id: PHImageRequestID) {
        state.withLock { _ = $0.going.removeValue(forKey: id) }
    }

    func cancel(_ id: PHImageRequestID) {
        state.withLock { $0.going[id] }?.cancel()
    }
}
