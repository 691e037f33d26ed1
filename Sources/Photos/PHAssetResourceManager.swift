public import Foundation
internal import Synchronization

/// The identifier of a request for a resource's data.
public typealias PHAssetResourceDataRequestID = Int32

/// An identifier that stands for no request.
public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

/// A closure that receives the progress of a download, from 0 to 1; nothing is downloaded on Linux.
public typealias PHAssetResourceProgressHandler = (Double) -> Void

/// Options for requesting a resource's data.
open class PHAssetResourceRequestOptions: NSObject, NSCopying {
    /// Whether data may be downloaded; on Linux everything is local.
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

/// An object that reads the bytes of resources.
open class PHAssetResourceManager: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is guarded by a mutex.

    private static let shared = PHAssetResourceManager()

    /// The number of the latest request, and the running ones.
    private let requests = Mutex((last: PHInvalidAssetResourceDataRequestID, going: Set<Int32>()))

    /// Returns the shared manager.
    open class func `default`() -> PHAssetResourceManager { shared }

    /// Reads a resource; the handlers of a request are called serially, different requests run in parallel.
    ///
    /// `handler` receives the data in order, in pieces of at most one mebibyte. `completionHandler` is called once,
    /// after the last piece, with a ``PHPhotosError`` if not everything could be read; a cancelled request ends with
    /// `userCancelled`. The result identifies the request.
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

    /// The closures that a request calls.
    private struct Handlers: @unchecked Sendable {
        // `@unchecked Sendable` is true because one thread calls them, one after another, as Apple's
        // declaration of the method, which takes any closure, lets the caller expect.
        let data: (Data) -> Void
        let completion: ((any Error)?) -> Void
    }

    private func isGoing(_ request: PHAssetResourceDataRequestID) -> Bool {
        requests.withLock { $0.going.contains(request) }
    }

    /// Writes a resource to a file that must not exist; a failed write leaves no file behind.
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

    /// Writes a resource to a file that must not exist; a failed write leaves no file behind.
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

    /// Cancels a request; the data handler is not called again.
    open func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
        requests.withLock { _ = $0.going.remove(requestID) }
    }
}
