internal import Catalogue
internal import Foundation
internal import LibraryFiles
internal import PhotoModel
internal import Synchronization

/// The requests for content to edit.
final class ContentEditingRequests: Sendable {
    static let shared = ContentEditingRequests()

    /// The number of the latest request, and the running ones.
    private let requests = Mutex((last: 0, going: Set<Int>()))

    /// The closures of a request.
    private struct Handlers: @unchecked Sendable {
        // `@unchecked Sendable` is true because one thread calls them, one after another.
        let canHandle: (PHAdjustmentData) -> Bool
        let completion: (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    }

    func begin(
        _ asset: PHAsset,
        _ options: PHContentEditingInputRequestOptions?,
        _ completion: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        let handlers = Handlers(
            canHandle: options?.canHandleAdjustmentData ?? { _ in false },
            completion: completion
        )
        let request = requests.withLock { requests in
            requests.last += 1
            requests.going.insert(requests.last)
            return requests.last
        }
        DispatchQueue.global().async { [self] in
            let answer = Result { try Self.input(asset, handlers.canHandle) }
            var info: [AnyHashable: Any] = [
                PHContentEditingInputResultIsInCloudKey: NSNumber(value: false)
            ]
            guard end(request) else {
                info[PHContentEditingInputCancelledKey] = NSNumber(value: true)
                return handlers.completion(nil, info)
            }
            do {
                handlers.completion(try answer.get(), info)
            } catch {
                info[PHContentEditingInputErrorKey] = error
                handlers.completion(nil, info)
            }
        }
        return request
    }

    /// Ends a request; returns false if it has already ended.
    @discardableResult
    func end(_ request: PHContentEditingInputRequestID) -> Bool {
        requests.withLock { $0.going.remove(request) != nil }
    }

    /// - Throws: ``PHPhotosError`` if the asset is gone, or its file cannot be read.
    private static func input(
        _ asset: PHAsset,
        _ canHandle: (PHAdjustmentData) -> Bool
    ) throws -> PHContentEditingInput {
        let files = ResourceFile.all(of: asset)
        guard let original = files.first, let connection = asset.connection else {
            let message = "the asset \(asset.localIdentifier) no longer exists"
            throw PHPhotosError(.identifierNotFound, message)
        }
        let rendered = files.first {
            $0.record.file.type == .fullSizePhoto || $0.record.file.type == .fullSizeVideo
        }
        let adjustments = files.first { $0.record.isAdjustment }
            .flatMap { EditedFile.adjustments(at: $0.path) }.map(PHAdjustmentData.init)
        let known = adjustments.flatMap { canHandle($0) ? $0 : nil }
        let file = known == nil ? rendered ?? original : original
        let size = file.record.file.identity.size
        // This finds out whether the file can be opened, and throws the reason if not.
        try StoredBytes(path: file.path, range: 0..<size, connection: connection)
            .read { _ in false }
        return PHContentEditingInput(asset, file, known)
    }
}
