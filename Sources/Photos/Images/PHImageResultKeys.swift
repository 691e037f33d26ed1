public import Foundation

/// Names a request for a picture or film.
public typealias PHImageRequestID = Int32

/// No request.
public let PHInvalidImageRequestID: PHImageRequestID = 0

/// As large as the picture is.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// In the info of a request, whether the content is not here; always false, as everything is at hand on Linux.
public let PHImageResultIsInCloudKey = "PHImageResultIsInCloudKey"
/// In the info of a request, whether a better picture may follow.
public let PHImageResultIsDegradedKey = "PHImageResultIsDegradedKey"
/// In the info of a request, its number.
public let PHImageResultRequestIDKey = "PHImageResultRequestIDKey"
/// In the info of a request, whether it was cancelled.
public let PHImageCancelledKey = "PHImageCancelledKey"
/// In the info of a request, why there is no result.
public let PHImageErrorKey = "PHImageErrorKey"
/// In the info of a request, the `URL` of the file that the result was made of.
public let PHImageFileURLKey = "PHImageFileURLKey"
/// In the info of a request, what kind of file that is, such as `public.jpeg`.
public let PHImageFileUTIKey = "PHImageFileUTIKey"
/// In the info of a request for a file's bytes, how the pixels in it are to be turned, as ``UIImage/Orientation``.
public let PHImageFileOrientationKey = "PHImageFileOrientationKey"
/// Would let a program open the file out of a sandbox; never there on Linux.
public let PHImageFileSandboxExtensionTokenKey = "PHImageFileSandboxExtensionTokenKey"
/// In the info of a request, the number of a format that Apple's systems print: 9999 for a picture as it was asked for,
/// 5003 for a degraded one.
public let PHImageResultDeliveredImageFormatKey = "PHImageResultDeliveredImageFormatKey"
/// In the info of a request, the number of the format that was asked for: 9999.
public let PHImageResultWantedImageFormatKey = "PHImageResultWantedImageFormatKey"
/// In the info of a request, whether the picture stands for one that is not there; always false.
public let PHImageResultIsPlaceholderKey = "PHImageResultIsPlaceholderKey"
/// In the info of a request, whether the picture was made smaller for sharing; always false.
public let PHImageResultOptimizedForSharing = "PHImageResultOptimizedForSharing"

/// In the info of a request, whether the file was changed and is not indexed yet, so that it holds something else than
/// the library knows of.
///
/// Not a key of Apple's: keep such a picture under no name that stands for the asset's content.
public let PHImageResultIsAheadOfLibraryKey = "PHImageResultIsAheadOfLibraryKey"

/// What the info of an answer says.
struct ResultInfo: Sendable {
    let request: PHImageRequestID
    var isDegraded = false
    var isCancelled = false
    var isAheadOfLibrary = false
    var error: (any Error)?
    var file: URL?
    var uniformTypeIdentifier: String?
    /// 1 to 8 as in Exif, where the file's own bytes are the answer.
    var exifOrientation: Int?

    init(_ request: PHImageRequestID) {
        self.request = request
    }

    /// The dictionary; numbers are objects, because `as? Int` and `as? Bool` take no other on Linux.
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
