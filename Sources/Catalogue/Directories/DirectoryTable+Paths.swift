/// Queries for the places of directories.
extension DirectoryTable {
    /// More names than any path has: a directory with so many above it lies in itself.
    static let deepest = 100_000

    /// Returns a directory's path relative to its root; empty for the root itself.
    func path(of id: Int64) -> [UInt8] {
        var names: [[UInt8]] = []
        var current = self[id]
        while let record = current, let parent = record.parent, names.count <= Self.deepest {
            names.append(record.name)
            current = self[parent]
        }
        return RelativePath.through(reversed: names)
    }

    /// Returns a file's path relative to its root.
    func path(of name: [UInt8], in directory: Int64) -> [UInt8] {
        RelativePath.of(name, in: path(of: directory))
    }

    /// Returns a file's path and its root.
    func rootedPath(of name: [UInt8], in directory: Int64) -> RootedPath {
        RootedPath(path: path(of: name, in: directory), root: self[directory]?.root)
    }

    /// Returns the path and the root of an asset's file.
    func rootedPath(of record: AssetRecord) -> RootedPath {
        rootedPath(of: record.file.name, in: record.directory)
    }

    /// Returns the path of a directory from an ancestor at most `steps` levels above; nil if it is farther away.
    func path(of id: Int64, from ancestor: Int64, steps: Int) -> [UInt8]? {
        var names: [[UInt8]] = []
        var current = id
        while current != ancestor {
            guard names.count < steps, let record = self[current], let parent = record.parent
            else { return nil }
            names.append(record.name)
            current = parent
        }
        return names.isEmpty ? [UInt8(ascii: ".")] : RelativePath.through(reversed: names)
    }

    /// Returns whether another directory has taken the path of a directory or of one above it.
    func isDetached(_ id: Int64) -> Bool {
        var current = self[id]
        while let record = current {
            if record.isDetached { return true }
            current = record.parent.flatMap { self[$0] }
        }
        return false
    }

    /// Returns whether a directory is another one or lies below it.
    func isDirectory(_ id: Int64, atOrBelow other: Int64) -> Bool {
        var current: Int64? = id
        while let directory = current {
            if directory == other { return true }
            current = parent(of: directory)
        }
        return false
    }
}
