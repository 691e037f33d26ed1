public import Foundation

// Types that can be arguments of a format on Apple's systems, where they are all objects. The encoding is for C;
// `NSPredicate` here takes the values themselves, so it is never used.

extension NSObject: @retroactive CVarArg {
    /// Never used: formats here take the objects themselves.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: ObjectIdentifier(self))] }
}

extension Date: @retroactive CVarArg {
    /// Never used, as with objects.
    public var _cVarArgEncoding: [Int] { timeIntervalSinceReferenceDate._cVarArgEncoding }
}

extension Array: @retroactive CVarArg {
    /// Never used, as with objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension Set: @retroactive CVarArg {
    /// Never used, as with objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension Dictionary: @retroactive CVarArg {
    /// Never used, as with objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension Data: @retroactive CVarArg {
    /// Never used, as with objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension UUID: @retroactive CVarArg {
    /// Never used, as with objects.
    public var _cVarArgEncoding: [Int] { [hashValue] }
}

extension URL: @retroactive CVarArg {
    /// Never used, as with objects.
    public var _cVarArgEncoding: [Int] { [hashValue] }
}

extension Decimal: @retroactive CVarArg {
    /// Never used, as with objects.
    public var _cVarArgEncoding: [Int] { [hashValue] }
}
