import Foundation
import Photos
import Synchronization

/// What a handler was called with, and where.
struct HandlerCall: Equatable, Sendable, CustomStringConvertible {
    var width: Int?
    var isDegraded = false
    var isCancelled = false
    var error: Int?
    var isOnMain = false
    /// Whether it was called by the caller's thread, before the request returned.
    var isAtOnce = false

    var description: String {
        let parts = [
            width.map { "\($0)" }, isDegraded ? "degraded" : nil, isCancelled ? "cancelled" : nil,
            error.map { "error \($0)" }, isOnMain ? "main" : nil, isAtOnce ? "at once" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " ")
    }
}

/// Collects the calls of handlers.
final class HandlerCalls: Sendable {
    private struct State {
        var calls: [HandlerCall] = []
        var requests: Set<Int32> = []
        var hasReturned = false
    }

    private static let main: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    private let state = Mutex(State())

    init() {
        _ = Self.main
    }

    /// In words: width, `degraded`, `cancelled`, `error` with its number, `main`, `at once`.
    var told: [String] { state.withLock { $0.calls.map(\.description) } }
    var requests: Set<Int32> { state.withLock { $0.requests } }

    /// The request has returned.
    func goOn() { state.withLock { $0.hasReturned = true } }

    func add(_ width: Int?, _ info: [AnyHashable: Any]?) {
        var call = HandlerCall(width: width)
        call.isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
        call.isCancelled = info?[PHImageCancelledKey] as? Bool ?? false
        call.error = (info?[PHImageErrorKey] as? NSError)?.code
        call.isOnMain = DispatchQueue.getSpecific(key: Self.main) ?? false
        state.withLock { state in
            call.isAtOnce = !state.hasReturned && !call.isOnMain
            state.calls.append(call)
            if let id = info?[PHImageResultRequestIDKey] as? Int32 { state.requests.insert(id) }
        }
    }

    func add(_ image: UIImage?, _ info: [AnyHashable: Any]?) {
        add(image.map { Int($0.size.width) }, info)
    }

    /// Returns when all that waited for the main queue has had its turn.
    static func settle() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}
