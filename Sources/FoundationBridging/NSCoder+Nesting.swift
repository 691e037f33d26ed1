package import Foundation

extension NSCoder {
    private static let nesting = "archived objects in each other"
    /// Ours lie in each other three deep.
    private static let deepest = 16

    /// Reads an object; nil for one that is missing, of another class, or in itself.
    ///
    /// Foundation makes an object before it looks at its class, so that one which names itself as a part would be
    /// made without end.
    package func decodeNested<Object: NSObject & NSCoding>(
        _ type: Object.Type,
        forKey key: String
    ) -> Object? {
        nested { decodeObject(of: type, forKey: key) }
    }

    /// Likewise an object of one of several classes.
    package func decodeNested(_ types: [AnyClass], forKey key: String) -> Any? {
        nested { decodeObject(of: types, forKey: key) }
    }

    private func nested<Result>(_ read: () -> Result?) -> Result? {
        let known = Thread.current.threadDictionary
        let depth = known[Self.nesting] as? Int ?? 0
        guard depth < Self.deepest else { return nil }
        known[Self.nesting] = depth + 1
        defer { known[Self.nesting] = depth }
        return read()
    }
}
