internal import CSystem
internal import Glibc

/// A directory being read, a piece at a time.
final class DirectoryListing {
    let node: DirectoryNode
    /// The directories named so far.
    var subdirectories = NameList()
    private let directory: OpenDirectory
    private let buffer: ListingBuffer
    /// How much of the buffer is read and not yet handed over.
    private var filled = 0
    private var isAtEnd = false

    init(
        node: DirectoryNode,
        directory: consuming OpenDirectory,
        buffer: ListingBuffer
    ) {
        self.node = node
        self.directory = directory
        self.buffer = buffer
    }

    var descriptor: Int32 { directory.descriptor }

    /// Whether the directory has a `.nomedia` file; asked before anything is handed over.
    func isMuted() throws(SystemError) -> Bool {
        try fill()
        guard isAtEnd else {
            return unsafe faccessat(descriptor, ".nomedia", F_OK, AT_SYMLINK_NOFOLLOW) == 0
        }
        var isMuted = false
        try unsafe forEach { (name, _) throws(SystemError) in
            if unsafe name.elementsEqual(NameFilter.noMedia) { isMuted = true }
        }
        return isMuted
    }

    /// Reads the next piece and hands over each name with its `d_type`.
    ///
    /// - Returns: False at the end of the directory.
    func readPiece(
        _ body: (UnsafeBufferPointer<UInt8>, UInt8) throws(SystemError) -> Void
    ) throws(SystemError) -> Bool {
        try fill()
        try unsafe forEach(body)
        filled = 0
        return !isAtEnd
    }

    /// Reads until the directory ends or the buffer is nearly full: most directories fit as a whole.
    private func fill() throws(SystemError) {
        let bytes = unsafe buffer.bytes
        while !isAtEnd, bytes.count - filled >= 32 << 10, let base = bytes.baseAddress {
            let count = unsafe heliograph_read_directory(
                descriptor,
                base + filled,
                bytes.count - filled
            )
            guard count >= 0 else { throw SystemError(code: Int32(-count)) }
            filled += count
            isAtEnd = count == 0
        }
    }

    private func forEach(
        _ body: (UnsafeBufferPointer<UInt8>, UInt8) throws(SystemError) -> Void
    ) throws(SystemError) {
        guard let base = unsafe buffer.bytes.baseAddress else { return }
        var position = 0
        while position < filled {
            // struct linux_dirent64: d_ino 8, d_off 8, d_reclen 2, d_type 1, d_name
            let record = unsafe base + position
            let length = unsafe Int(record.loadUnaligned(fromByteOffset: 16, as: UInt16.self))
            let type = unsafe record.load(fromByteOffset: 18, as: UInt8.self)
            let name = unsafe (record + 19).assumingMemoryBound(to: UInt8.self)
            try unsafe body(UnsafeBufferPointer(start: name, count: strlen(record + 19)), type)
            position += length
        }
    }
}

/// Memory that one listing after another reads into.
@safe final class ListingBuffer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)

    deinit {
        unsafe bytes.deallocate()
    }
}
