internal import Glibc

/// An open directory, closed at the end of the value's lifetime.
package struct OpenDirectory: ~Copyable {
    package let descriptor: Int32
    let files: any FileSystemCalls

    /// Opens a path of any length without following a symbolic link in its last component.
    ///
    /// - Parameters:
    ///   - path: An absolute path, or one relative to `base`. One call to the kernel takes at most 4,096 bytes,
    ///     so longer paths are opened in several steps.
    ///   - base: The open directory that a relative path starts from.
    ///   - use: ``FileUse/listing`` to list it.
    ///   - files: The file system calls.
    /// - Throws: The kernel's error for the component that could not be opened.
    package init(
        path: [UInt8],
        below base: Int32 = AT_FDCWD,
        for use: FileUse = .directory,
        _ files: any FileSystemCalls
    ) throws(SystemError) {
        var current = base
        var start = 0
        while true {
            let end = Self.endOfPiece(of: path, from: start)
            let isLast = end == path.count
            let piece = FileName(Array(path[start..<end]))
            let opened = unsafe piece.withCString {
                unsafe files.open($0, in: current, for: isLast ? use : .directory)
            }
            if current != base { files.close(current) }
            guard opened >= 0 else { throw SystemError(code: -opened) }
            current = opened
            if isLast { break }
            start = end + 1
        }
        (descriptor, self.files) = (current, files)
    }

    /// Opens a directory in an open directory.
    package init(
        _ name: UnsafePointer<CChar>,
        in parent: Int32,
        for use: FileUse = .directory,
        _ files: any FileSystemCalls
    ) throws(SystemError) {
        let opened = unsafe files.open(name, in: parent, for: use)
        guard opened >= 0 else { throw SystemError(code: -opened) }
        (descriptor, self.files) = (opened, files)
    }

    deinit {
        files.close(descriptor)
    }

    /// The attributes of the directory itself.
    package var stat: FileStat {
        get throws(SystemError) { try files.stat(descriptor: descriptor) }
    }

    /// Reads the attributes of a name in the directory, without following a symbolic link.
    package func stat(_ name: FileName) throws(SystemError) -> FileStat {
        try unsafe name.withCString { text throws(SystemError) in
            try unsafe files.stat(text, in: descriptor)
        }
    }

    /// Starts its listing over, including entries that were added after it was opened.
    package func rewind() { files.rewind(descriptor) }

    /// Returns the names of its entries, except `.` and `..`; requires that it was opened for ``FileUse/listing``.
    package func names() throws(SystemError) -> [FileName] { try names(untilOneIsFound: false) }

    /// Whether it has no entries except `.` and `..`; requires that it was opened for ``FileUse/listing``.
    package var isEmpty: Bool {
        get throws(SystemError) { try names(untilOneIsFound: true).isEmpty }
    }

    private func names(untilOneIsFound isEnough: Bool) throws(SystemError) -> [FileName] {
        var names: [FileName] = []
        var buffer = [UInt8](repeating: 0, count: isEnough ? 1_024 : 64 << 10)
        while !isEnough || names.isEmpty {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                let count = unsafe files.list(descriptor, into: bytes)
                guard count > 0 else { return count }
                let read = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
                unsafe DirectoryEntries.forEach(in: read) { name, _ in
                    let name = unsafe Array(name)
                    if name != [0x2E], name != [0x2E, 0x2E] { names.append(FileName(name)) }
                }
                return count
            }
            guard count >= 0 else { throw SystemError(code: Int32(-count)) }
            guard count > 0 else { break }
        }
        return names
    }

    /// Returns a duplicate of the descriptor, owned by the caller; negative on failure.
    package func duplicate() -> Int32 { files.duplicate(descriptor) }

    /// The file system it is on.
    package var identity: FileSystemIdentity? { files.identity(descriptor) }

    /// Returns the end of the longest run of whole path components from `start` that one call accepts.
    private static func endOfPiece(of path: [UInt8], from start: Int) -> Int {
        let limit = 4_000
        guard path.count - start > limit else { return path.count }
        var end = start + limit
        while end > start + 1, path[end] != UInt8(ascii: "/") { end -= 1 }
        return end
    }
}
