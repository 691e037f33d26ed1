public import Foundation
internal import Renditions

/// Receives the progress of a download, 0 to 1; nothing is downloaded on Linux.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// Receives the progress of a film's download; nothing is downloaded on Linux.
public typealias PHAssetVideoProgressHandler = PHAssetImageProgressHandler

/// Options for a request for a picture.
@safe open class PHImageRequestOptions: NSObject, NSCopying {
    /// Whether to use the edited version or the original.
    open var version: PHImageRequestOptionsVersion = .current
    /// Whether to answer soon or with good quality; the bytes of a file are always those of the version.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// How exactly to match the size.
    open var resizeMode: PHImageRequestOptionsResizeMode = .fast
    /// The part of the picture to return, in fractions of its width and height from the upper left; zero for all of it.
    ///
    /// It applies only with ``PHImageRequestOptionsResizeMode/exact``.
    open var normalizedCropRect: CGRect = .zero
    /// Whether content may be downloaded; on Linux everything is local.
    open var isNetworkAccessAllowed = false
    /// Whether the handler is called before the request returns: once, on the calling thread, with the picture that was
    /// requested.
    open var isSynchronous = false
    /// Whether two degraded pictures may come before the one that was requested; there is never more than one.
    open var allowSecondaryDegradedImage = false
    /// Never called, because nothing is downloaded.
    open var progressHandler: PHAssetImageProgressHandler?

    /// Creates options for the current version, delivered opportunistically, at about the requested size.
    public override init() {}

    /// Returns a copy of the options.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHImageRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.resizeMode = resizeMode
        copy.normalizedCropRect = normalizedCropRect
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.isSynchronous = isSynchronous
        copy.allowSecondaryDegradedImage = allowSecondaryDegradedImage
        unsafe copy.progressHandler = progressHandler
        return copy
    }
}

/// Options for a request for a film.
@safe open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether content may be downloaded; on Linux everything is local.
    open var isNetworkAccessAllowed = false
    /// Whether to use the edited version or the original.
    open var version: PHVideoRequestOptionsVersion = .current
    /// Whether to answer soon or with good quality; this has no effect, because there is only the file.
    open var deliveryMode: PHVideoRequestOptionsDeliveryMode = .automatic
    /// Never called, because nothing is downloaded.
    open var progressHandler: PHAssetVideoProgressHandler?

    /// Creates options for the current version.
    public override init() {}

    /// Returns a copy of the options.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHVideoRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.version = version
        copy.deliveryMode = deliveryMode
        unsafe copy.progressHandler = progressHandler
        return copy
    }
}

/// Options for a request for a Live Photo.
@safe open class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// Whether to use the edited version or the original.
    open var version: PHImageRequestOptionsVersion = .current
    /// Whether to answer soon or with good quality.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// Whether content may be downloaded; on Linux everything is local.
    open var isNetworkAccessAllowed = false
    /// Never called, because nothing is downloaded.
    open var progressHandler: PHAssetImageProgressHandler?

    /// Creates options for the current version, delivered opportunistically.
    public override init() {}

    /// Returns a copy of the options.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        unsafe copy.progressHandler = progressHandler
        return copy
    }
}
