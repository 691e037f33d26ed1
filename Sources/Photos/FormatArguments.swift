public import Foundation

// What can be an argument of a format on Apple's systems: there all of these are objects to it. The encoding is for C,
// and `NSPredicate` here takes the values themselves, so that nobody ever asks for it.

extension NSObject: @retroactive CVarArg {
    /// Never asked: formats read here take the objects themselves.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: ObjectIdentifier(self))] }
}

extension Date: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { timeIntervalSinceReferenceDate._cVarArgEncoding }
}

extension Array: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension Set: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension Dictionary: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension Data: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { [count] }
}

extension UUID: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { [hashValue] }
}

extension URL: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { [hashValue] }
}

extension Decimal: @retroactive CVarArg {
    /// Never asked, as that of objects.
    public var _cVarArgEncoding: [Int] { [hashValue] }
}
