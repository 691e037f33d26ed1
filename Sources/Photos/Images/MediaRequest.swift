internal import Foundation
internal import Synchronization

/// Where a handler is called.
enum HandlerPlace: Sendable {
    /// By whoever has the answer.
    case caller
    case main
    /// On no particular queue.
    case anywhere

    func run(_ call: @escaping @Sendable () -> Void) {
        switch self {
        case .caller: call()
        case .main: DispatchQueue.main.async(execute: call)
        case .anywhere: DispatchQueue.global().async(execute: call)
        }
    }
}

/// What can be ended by its number.
protocol CancellableRequest: Sendable {
    func cancel()
}

/// A request whose handler is called with degraded answers, perhaps, and then with the last one, in that order.
final class MediaRequest<Answer: Sendable>: CancellableRequest {
    /// Apple's declarations take any closure: it is called by one thread after another, never by two.
    private struct Handler: @unchecked Sendable {
        let call: (Answer?, [AnyHashable: Any]) -> Void
    }

    private struct State {
        var isOver = false
        /// How to end what it waits for.
        var work: [@Sendable () -> Void] = []
    }

    let id: PHImageRequestID
    private let place: HandlerPlace
    private let handler: Handler
    private let state = Mutex(State())

    /// A request that goes on until its last answer, or until it is cancelled by its number.
    init(_ place: HandlerPlace, _ handler: @escaping (Answer?, [AnyHashable: Any]) -> Void) {
        (self.place, self.handler) = (place, Handler(call: handler))
        id = MediaRequests.shared.nextNumber()
    }

    /// Lets it be cancelled from now on.
    func begin() {
        MediaRequests.shared.add(self, id)
    }

    /// Whether more answers are wanted.
    var isGoing: Bool { state.withLock { !$0.isOver } }

    /// Takes note of work that is of no use once the request is over.
    func add(_ work: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.work.append(work) }
            return state.isOver
        }
        if isOver { work() }
    }

    /// Calls the handler, unless the last answer was given or the request was cancelled before it is its turn.
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

    /// Says so to the handler, unless the last answer was given.
    func cancel() {
        guard end() else { return }
        // It is over: nothing else is told after this, and whoever cancels is not called back at once.
        (place == .caller ? .anywhere : place).run { [self] in
            var info = ResultInfo(id)
            info.isCancelled = true
            handler.call(nil, info.dictionary)
        }
    }

    /// Ends the request; false when it has ended.
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

/// The requests of this program that can be cancelled, of all managers.
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
