public import Foundation

// On Apple's systems `as? CGFloat` takes any number out of a dictionary or from a key; Foundation on Linux
// forgot that one type.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// The number as an object.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// The number of an object.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// The number of an object if a `CGFloat` has it exactly, as other types do it.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSNumber,
        result: inout CGFloat?
    ) -> Bool {
        guard let number = source as? Double else { return false }
        result = CGFloat(number)
        return true
    }

    /// The number of an object; 0 of none.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}
