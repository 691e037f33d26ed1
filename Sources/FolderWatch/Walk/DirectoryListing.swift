internal import Kernel

/// A directory being read in pieces.
final class DirectoryListing {
    let node: DirectoryNode
    /// The subdirectories found so far.
    var subdirectories = NameList()
    /// The media files so far that are only counted.
    var unsupported = ExtensionCounts()
    /// Whether a file with other links was found.
    var hasLinkedFiles = false
    /// The attributes of the directory before it is listed.
    let found: FileStat
    /// The date before it is listed, in microseconds since 1970.
    let date: Int64
    private let directory: OpenDirectory
    private let buffer: ListingBuffer
    private let files: any FileSystemCalls
    /// The number of bytes that were read and not yet passed on.
    private var filled = 0
    private var isAtEnd = false

    init(
        node: DirectoryNode,
        directory: consuming OpenDirectory,
        found: FileStat,
        date: Int64,
        buffer: ListingBuffer,
        files: any FileSystemCalls
    ) {
        self.node = node
        self.directory = directory
        (self.found, self.date) = (found, date)
        (self.buffer, self.files) = (buffer, files)
    }

    var descriptor: Int32 { directory.descriptor }

    /// Returns whether the directory is left out as a whole; called before any entry is passed on.
    func isExcluded(by filter: NameFilter) throws(SystemError) -> Bool {
        try fill()
        return hasNoMedia(filter)
            || filter.hasOnlyCopies(
                descriptor,
                found,
                named: node.name.bytes,
                in: node.parent?.name.bytes,
                files
            )
    }

    private func hasNoMedia(_ filter: NameFilter) -> Bool {
        guard isAtEnd else { return filter.hasNoMedia(descriptor, files) }
        var hasNoMedia = false
        unsafe DirectoryEntries.forEach(in: listed) { name, _ in
            if unsafe filter.isNoMedia(name) { hasNoMedia = true }
        }
        return hasNoMedia
    }

    /// Reads the next piece and calls `body` with each name and its `d_type`, in the order of the inodes.
    ///
    /// - Returns: False at the end of the directory.
    func readPiece(
        _ body: (UnsafeBufferPointer<UInt8>, UInt8) throws(SystemError) -> Void
    ) throws(SystemError) -> Bool {
        try fill()
        try unsafe DirectoryEntries.forEachByInode(in: listed, &buffer.places, body)
        filled = 0
        return !isAtEnd
    }

    /// Reads until the directory ends or the buffer is nearly full: most directories fit into it as a whole.
    private func fill() throws(SystemError) {
        let bytes = unsafe buffer.bytes
        while !isAtEnd, bytes.count - filled >= 32 << 10 {
            let count = unsafe files.list(
                descriptor,
                into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
            )
            guard count >= 0 else { throw SystemError(code: Int32(-count)) }
            filled += count
            isAtEnd = count == 0
        }
    }

    /// The entries that were read and not yet passed on.
    private var listed: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: buffer.bytes[..<filled])
    }
}

/// A buffer reused by consecutive listings.
@safe final class ListingBuffer {
    /// Where the entries of the last piece lie.
    var places: [DirectoryEntries.Place] = []
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)

    deinit {
        unsafe bytes.deallocate()
    }
}
