public import Foundation

/// The number of a request for a picture or film.
public typealias PHImageRequestID = Int32

/// The number that no request has.
public let PHInvalidImageRequestID: PHImageRequestID = 0

/// The size of the picture itself, without scaling.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// In the info of a request, whether the content has to be downloaded; always false, as on Linux everything is local.
public let PHImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
/// In the info of a request, whether a better picture may follow.
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// In the info of a request, its number.
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// In the info of a request, whether it was cancelled.
public let PHImageCancelledKey = "PHImageCancelledKey"
/// In the info of a request, why there is no result.
public let PHImageErrorKey = "PHImageErrorKey"
/// In the info of a request, the `URL` of the file that the result was made from.
public let PHImageFileURLKey = "PHImageFileURLKey"
/// In the info of a request, the uniform type identifier of that file, such as `public.jpeg`.
public let PHImageFileUTIKey = "PHImageFileUTIKey"
/// In the info of a request for a file's bytes, the rotation needed to display them, as ``UIImage/Orientation``.
public let PHImageFileOrientationKey = "PHImageFileOrientationKey"
/// A token for opening the file from a sandbox; never present on Linux.
public let PHImageFileSandboxExtensionTokenKey = "PHImageFileSandboxExtensionTokenKey"
/// In the info of a request, the format number that Apple's systems report: 9999 for the picture that was requested,
/// 5003 for a degraded one.
public let PHImageResultDeliveredImageFormatKey = "PHImageResultDeliveredImageFormatKey"
/// In the info of a request, the number of the requested format: 9999.
public let PHImageResultWantedImageFormatKey = "PHImageResultWantedImageFormatKey"
/// In the info of a request, whether the picture is a placeholder for a missing one; always false.
public let PHImageResultIsPlaceholderKey = "PHImageResultIsPlaceholderKey"
/// In the info of a request, whether the picture was reduced for sharing; always false.
public let PHImageResultOptimizedForSharing = "PHImageResultOptimizedForSharing"

/// In the info of a request, whether the file was changed and is not indexed yet, so that its content differs from the
/// library's.
///
/// This key is Heliograph's own. Do not store such a picture under a name that identifies the asset's content.
public let PHImageResultIsAheadOfLibraryKey = "PHImageResultIsAheadOfLibraryKey"

/// The contents of the info passed to a handler.
struct ResultInfo: Sendable {
    let request: PHImageRequestID
    var isDegraded = false
    var isCancelled = false
    var isAheadOfLibrary = false
    var error: (any Error)?
    var file: URL?
    var uniformTypeIdentifier: String?
    /// The Exif orientation, 1 to 8, if the answer is the file's own bytes.
    var exifOrientation: Int?

    init(_ request: PHImageRequestID) {
        self.request = request
    }

    /// The info as a dictionary; numbers are objects, because on Linux `as? Int` and `as? Bool` accept nothing else.
    var dictionary: [AnyHashable: Any] {
        var info: [AnyHashable: Any] = [
            PHImageResultRequestIDKey: NSNumber(value: request),
            PHImageResultIsInCloudKey: NSNumber(value: false),
            PHImageResultIsDegradedKey: NSNumber(value: isDegraded),
        ]
        if isCancelled { info[PHImageCancelledKey] = NSNumber(value: true) }
        if let error { info[PHImageErrorKey] = error as NSError }
        guard let file, !isCancelled, error == nil else { return info }
        info[PHImageFileURLKey] = file
        info[PHImageResultIsAheadOfLibraryKey] = NSNumber(value: isAheadOfLibrary)
        info[PHImageFileUTIKey] = uniformTypeIdentifier
        info[PHImageResultWantedImageFormatKey] = NSNumber(value: 9_999)
        info[PHImageResultDeliveredImageFormatKey] = NSNumber(value: isDegraded ? 5_003 : 9_999)
        info[PHImageResultIsPlaceholderKey] = NSNumber(value: false)
        info[PHImageResultOptimizedForSharing] = NSNumber(value: false)
        if let exifOrientation {
            let shown = UIImage.Orientation(exif: exifOrientation)
            info[PHImageFileOrientationKey] = NSNumber(value: shown.rawValue)
        }
        return info
    }
}
