public import Foundation

// On Apple's systems `as? CGFloat` accepts any number from a dictionary or a key; Foundation on Linux lacks this for
// `CGFloat` alone.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// Returns the number as an object.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// Converts an object to a number.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// Converts an object to a number if `CGFloat` represents it exactly, as other types do.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSNumber,
        result: inout CGFloat?
    ) -> Bool {
        guard let number = source as? Double else { return false }
        result = CGFloat(number)
        return true
    }

    /// Returns the number of an object; 0 for nil.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}
