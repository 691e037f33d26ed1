internal import Foundation

extension PHFetchOptions: NSKeyValueCoding {
    /// Returns the value of an option by its name; nil for unknown names.
    public func value(forKey key: String) -> Any? {
        switch key {
        case "predicate": predicate
        case "sortDescriptors": sortDescriptors
        case "includeHiddenAssets": NSNumber(value: includeHiddenAssets)
        case "includeAllBurstAssets": NSNumber(value: includeAllBurstAssets)
        case "includeUnreadableAssets": NSNumber(value: includeUnreadableAssets)
        case "prefetchAssetExtendedMetadata": NSNumber(value: prefetchAssetExtendedMetadata)
        case "includeAssetSourceTypes": NSNumber(value: includeAssetSourceTypes.rawValue)
        case "fetchLimit": NSNumber(value: fetchLimit)
        case "wantsIncrementalChangeDetails": NSNumber(value: wantsIncrementalChangeDetails)
        default: nil
        }
    }

    /// Sets an option by its name.
    ///
    /// An unknown name or a value of another type ends the program, as on Apple's systems; otherwise the fetch would
    /// not be the intended one.
    public func setValue(_ value: Any?, forKey key: String) {
        switch key {
        case "predicate": predicate = optional(value, key)
        case "sortDescriptors": sortDescriptors = optional(value, key)
        case "includeHiddenAssets": includeHiddenAssets = number(value, key).boolValue
        case "includeAllBurstAssets": includeAllBurstAssets = number(value, key).boolValue
        case "includeUnreadableAssets": includeUnreadableAssets = number(value, key).boolValue
        case "prefetchAssetExtendedMetadata":
            prefetchAssetExtendedMetadata = number(value, key).boolValue
        case "includeAssetSourceTypes":
            let types = (value as? PHAssetSourceType)?.rawValue
            includeAssetSourceTypes = .init(rawValue: types ?? number(value, key).uintValue)
        case "fetchLimit": fetchLimit = number(value, key).intValue
        case "wantsIncrementalChangeDetails":
            wantsIncrementalChangeDetails = number(value, key).boolValue
        default:
            fatalError(
                "[\(self) setValue:forUndefinedKey:]: this class is not key value coding-compliant "
                    + "for the key \(key)."
            )
        }
    }

    private func number(_ value: Any?, _ key: String) -> NSNumber {
        guard let number = value as? NSNumber else {
            fatalError("the option \(key) takes a number, not \(value ?? "nil")")
        }
        return number
    }

    private func optional<Value>(_ value: Any?, _ key: String) -> Value? {
        guard let value else { return nil }
        guard let value = value as? Value else {
            fatalError("the option \(key) takes a \(Value.self), not \(value)")
        }
        return value
    }
}
