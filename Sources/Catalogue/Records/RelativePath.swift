/// Makes paths from names.
enum RelativePath {
    private static let separator = UInt8(ascii: "/")

    /// Returns the path through names that are given from the last to the first.
    static func through(reversed names: [[UInt8]]) -> [UInt8] {
        Array(names.reversed().joined(separator: [separator]))
    }

    /// Returns the path of a name in a directory; the path of a root itself is empty.
    static func of(_ name: [UInt8], in directory: [UInt8]) -> [UInt8] {
        directory.isEmpty ? name : directory + [separator] + name
    }

    /// Returns the absolute path for a path relative to a root.
    static func absolute(_ path: [UInt8], below root: [UInt8]) -> [UInt8] {
        path.isEmpty ? root : root + [separator] + path
    }
}
