/// Makes paths of names.
enum RelativePath {
    private static let separator = UInt8(ascii: "/")

    /// The path that leads through names, which come from the last to the first.
    static func through(reversed names: [[UInt8]]) -> [UInt8] {
        Array(names.reversed().joined(separator: [separator]))
    }

    /// The path of what lies in a directory; the path of a root itself is empty.
    static func of(_ name: [UInt8], in directory: [UInt8]) -> [UInt8] {
        directory.isEmpty ? name : directory + [separator] + name
    }

    /// The absolute path of what has a path relative to a root.
    static func absolute(_ path: [UInt8], below root: [UInt8]) -> [UInt8] {
        path.isEmpty ? root : root + [separator] + path
    }
}
