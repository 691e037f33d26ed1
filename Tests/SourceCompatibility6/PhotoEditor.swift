// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Foundation
import Photos

/// Applies a filter to photos, and takes it back.
public final class PhotoEditor: @unchecked Sendable {
    public static let formatIdentifier = "com.example.sepia"
    public static let formatVersion = "1.0"

    public init() {}

    public func canEdit(_ asset: PHAsset) -> Bool {
        asset.mediaType == .image && asset.canPerform(.content)
    }

    public func input(of asset: PHAsset) async -> (PHContentEditingInput?, String) {
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        options.canHandleAdjustmentData = { data in
            data.formatIdentifier == Self.formatIdentifier && data.formatVersion == Self.formatVersion
        }
        options.progressHandler = { progress, stop in
            if progress > 2 { stop.pointee = true }
        }
        return await withCheckedContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                if let error = info[PHContentEditingInputErrorKey] as? NSError {
                    return continuation.resume(returning: (nil, error.domain))
                }
                let inCloud = info[PHContentEditingInputResultIsInCloudKey] as? Bool ?? false
                let cancelled = info[PHContentEditingInputCancelledKey] as? Bool ?? false
                continuation.resume(returning: (input, inCloud || cancelled ? "not here" : "here"))
            }
        }
    }

    /// Returns how often the filter was applied before.
    public func edit(_ asset: PHAsset, rendered: Data) async throws -> Int {
        guard let input = await input(of: asset).0, let url = input.fullSizeImageURL else { return -1 }
        let orientation = Int32(input.fullSizeImageOrientation)
        guard (1...8).contains(orientation), FileManager.default.isReadableFile(atPath: url.path) else { return -1 }
        let times = input.adjustmentData.flatMap { String(data: $0.data, encoding: .utf8) }.flatMap { Int($0) } ?? 0
        try await PHPhotoLibrary.shared().performChanges {
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: Self.formatIdentifier,
                formatVersion: Self.formatVersion,
                data: Data("\(times + 1)".utf8)
            )
            try? rendered.write(to: output.renderedContentURL, options: .atomic)
            let request = PHAssetChangeRequest(for: asset)
            request.contentEditingOutput = output
        }
        return times
    }

    public func revert(_ asset: PHAsset, completion: @escaping @Sendable (Bool) -> Void) {
        PHPhotoLibrary.shared().performChanges({
            let request = PHAssetChangeRequest(for: asset)
            request.revertAssetContentToOriginal()
        }, completionHandler: { success, _ in completion(success) })
    }
}

/// What tests of apps put in the place of an asset that is edited.
public final class EditableAsset: PHAsset, @unchecked Sendable {
    public override func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping @Sendable (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        completionHandler(StubInput(), [PHContentEditingInputResultIsInCloudKey: NSNumber(value: false)])
        return 7
    }
    public override func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {}
}

public final class StubInput: PHContentEditingInput, @unchecked Sendable {
    public override var fullSizeImageURL: URL? { URL(fileURLWithPath: "/stub.jpg") }
    public override var mediaType: PHAssetMediaType { .image }
    public override var adjustmentData: PHAdjustmentData? { nil }
}
