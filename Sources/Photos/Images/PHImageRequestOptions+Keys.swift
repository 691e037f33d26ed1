internal import Foundation

extension PHImageRequestOptions: NSKeyValueCoding {
    /// Returns the value of an option by its name; nil for an unknown name.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "version": NSNumber(value: version.rawValue)
        case "deliveryMode": NSNumber(value: deliveryMode.rawValue)
        case "resizeMode": NSNumber(value: resizeMode.rawValue)
        case "normalizedCropRect": normalizedCropRect
        case "networkAccessAllowed", "isNetworkAccessAllowed":
            NSNumber(value: isNetworkAccessAllowed)
        case "synchronous", "isSynchronous": NSNumber(value: isSynchronous)
        case "allowSecondaryDegradedImage": NSNumber(value: allowSecondaryDegradedImage)
        default: nil
        }
    }
}

extension PHVideoRequestOptions: NSKeyValueCoding {
    /// Returns the value of an option by its name; nil for an unknown name.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "version": NSNumber(value: version.rawValue)
        case "deliveryMode": NSNumber(value: deliveryMode.rawValue)
        case "networkAccessAllowed", "isNetworkAccessAllowed":
            NSNumber(value: isNetworkAccessAllowed)
        default: nil
        }
    }
}

extension PHLivePhotoRequestOptions: NSKeyValueCoding {
    /// Returns the value of an option by its name; nil for an unknown name.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "version": NSNumber(value: version.rawValue)
        case "deliveryMode": NSNumber(value: deliveryMode.rawValue)
        case "networkAccessAllowed", "isNetworkAccessAllowed":
            NSNumber(value: isNetworkAccessAllowed)
        default: nil
        }
    }
}
