public import Foundation
internal import Renditions

/// Is told how much of a download is there, 0 to 1; nothing is downloaded on Linux.
public typealias PHAssetImageProgressHandler = (
    Double, (any Error)?, UnsafeMutablePointer<ObjCBool>, [AnyHashable: Any]?
) -> Void

/// The same for films.
public typealias PHAssetVideoProgressHandler = PHAssetImageProgressHandler

/// Which picture of an asset is asked for, and how.
@safe open class PHImageRequestOptions: NSObject, NSCopying {
    /// The edited version, or the original.
    open var version: PHImageRequestOptionsVersion = .current
    /// Whether the picture should come soon or be good; files' bytes are always those of the version.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// How exactly the size is met.
    open var resizeMode: PHImageRequestOptionsResizeMode = .fast
    /// The part that is wanted, in the width and height of the picture, from the upper left; zero for all of it.
    ///
    /// It counts with ``PHImageRequestOptionsResizeMode/exact`` only.
    open var normalizedCropRect: CGRect = .zero
    /// Whether content may be downloaded; everything is at hand on Linux.
    open var isNetworkAccessAllowed = false
    /// Whether the request answers before it returns: once, on the calling thread, with the picture as asked for.
    open var isSynchronous = false
    /// Whether there may be two degraded pictures before the one asked for; there is one at most.
    open var allowSecondaryDegradedImage = false
    /// Never called, because nothing is downloaded.
    open var progressHandler: PHAssetImageProgressHandler?

    /// The current version, opportunistically, of about the size.
    public override init() {}

    /// Options that say the same.
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

/// Which version of a film is asked for.
@safe open class PHVideoRequestOptions: NSObject, NSCopying {
    /// Whether content may be downloaded; everything is at hand on Linux.
    open var isNetworkAccessAllowed = false
    /// The edited version, or the original.
    open var version: PHVideoRequestOptionsVersion = .current
    /// Whether the film should come soon or be good; there is only the file.
    open var deliveryMode: PHVideoRequestOptionsDeliveryMode = .automatic
    /// Never called, because nothing is downloaded.
    open var progressHandler: PHAssetVideoProgressHandler?

    /// The current version.
    public override init() {}

    /// Options that say the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHVideoRequestOptions()
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        copy.version = version
        copy.deliveryMode = deliveryMode
        unsafe copy.progressHandler = progressHandler
        return copy
    }
}

/// Which version of a Live Photo is asked for.
@safe open class PHLivePhotoRequestOptions: NSObject, NSCopying {
    /// The edited version, or the original.
    open var version: PHImageRequestOptionsVersion = .current
    /// Whether the Live Photo should come soon or be good.
    open var deliveryMode: PHImageRequestOptionsDeliveryMode = .opportunistic
    /// Whether content may be downloaded; everything is at hand on Linux.
    open var isNetworkAccessAllowed = false
    /// Never called, because nothing is downloaded.
    open var progressHandler: PHAssetImageProgressHandler?

    /// The current version, opportunistically.
    public override init() {}

    /// Options that say the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHLivePhotoRequestOptions()
        copy.version = version
        copy.deliveryMode = deliveryMode
        copy.isNetworkAccessAllowed = isNetworkAccessAllowed
        unsafe copy.progressHandler = progressHandler
        return copy
    }
}
