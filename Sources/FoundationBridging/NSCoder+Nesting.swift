package import Foundation

extension NSCoder {
    private static let nesting = "archived objects in each other"
    /// Our own objects nest at most three deep.
    private static let deepest = 16

    /// Decodes an object; nil if it is missing, has another class, or is nested too deeply.
    ///
    /// Foundation creates an object before it checks its class, so an object that contains itself would be created
    /// endlessly.
    package func decodeNested<Object: NSObject & NSCoding>(
        _ type: Object.Type,
        forKey key: String
    ) -> Object? {
        nested { decodeObject(of: type, forKey: key) }
    }

    /// Decodes an object of one of several classes, with the same checks.
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
