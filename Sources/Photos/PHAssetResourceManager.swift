public import Foundation
internal import Synchronization

/// Names a request for a resource's data.
public typealias PHAssetResourceDataRequestID = Int32

/// No request.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// Is told how much of a download is there, 0 to 1; nothing is downloaded on Linux.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// How a resource's data is to be got.
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether data may be downloaded; everything is at hand on Linux.
    open var isNetworkAccessAllowed = false
    /// Never called, because nothing is downloaded.
    open var progressHandler: PHAssetResourceProgressHandler?

    public override init() {}

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.progressHandler = progressHandler
        return copy
    }
}

/// Gives the bytes of resources.
open class PHAssetResourceManager: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is guarded by a mutex.

    private static let shared = PHAssetResourceManager()

    /// The requests that go on, and the number of the last one.
    private let requests = Mutex((last: PHInvalidAssetResourceDataRequestID, going: Set<Int32>()))

    /// The one manager.
    open class func `default`() -> PHAssetResourceManager { shared }

    /// Reads a resource; each request has a serial queue of its own.
    ///
    /// `handler` is given the data in order, in pieces of at most a mebibyte. `completionHandler` is called
    /// once, after the last piece, with a ``PHPhotosError`` when not all could be read; a cancelled request ends
    /// with `userCancelled`. The answer names the request.
    @discardableResult
    open func requestData(
        for resource: PHAssetResource,
        options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void,
        completionHandler: @escaping ((any Error)?) -> Void
    ) -> PHAssetResourceDataRequestID {
        let request = requests.withLock { requests in
            requests.last = requests.last == .max ? 1 : requests.last + 1
            requests.going.insert(requests.last)
            return requests.last
        }
        let handlers = Handlers(data: handler, completion: completionHandler)
        DispatchQueue.global().async { [self] in
            var failure: (any Error)?
            do {
                try resource.bytes().read { data in
                    guard isGoing(request) else { return false }
                    handlers.data(data)
                    return true
                }
                if !isGoing(request) { failure = PHPhotosError(.userCancelled) }
            } catch {
                failure = error
            }
            requests.withLock { _ = $0.going.remove(request) }
            handlers.completion(failure)
        }
        return request
    }

    /// What a request calls.
    private struct Handlers: @unchecked Sendable {
        // `@unchecked Sendable` is true because one thread calls them, one after another, as Apple's
        // declaration of the method, which takes any closure, lets the caller expect.
        let data: (Data) -> Void
        let completion: ((any Error)?) -> Void
    }

    private func isGoing(_ request: PHAssetResourceDataRequestID) -> Bool {
        requests.withLock { $0.going.contains(request) }
    }

    /// Writes a resource into a file that must not exist; what fails leaves none.
    @preconcurrency
    open func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        DispatchQueue.global().async {
            do {
                try resource.bytes().write(to: fileURL)
                completionHandler(nil)
            } catch {
                completionHandler(error)
            }
        }
    }

    /// Writes a resource into a file that must not exist; what fails leaves none.
    ///
    /// - Throws: ``PHPhotosError``.
    open func writeData(
        for resource: PHAssetResource,
        toFile fileURL: URL,
        options: PHAssetResourceRequestOptions?
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            writeData(for: resource, toFile: fileURL, options: options) { failure in
                continuation.resume(with: failure.map { .failure($0) } ?? .success(()))
            }
        }
    }

    /// Ends a request; the data handler is not called again.
    open func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        requests.withLock { _ = $0.going.remove(requestID) }
    }
}
