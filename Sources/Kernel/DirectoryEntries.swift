internal import Glibc

/// The directory entries in a buffer filled by `getdents64(2)`.
package enum DirectoryEntries {
    /// Calls `body` with each name and its `d_type`, including `.` and `..`.
    ///
    /// `bytes`: The result of one or several consecutive calls of ``FileSystemCalls/list(_:into:)``.
    package static func forEach<Failure: Error>(
        in bytes: UnsafeRawBufferPointer,
        _ body: (UnsafeBufferPointer<UInt8>, UInt8) throws(Failure) -> Void
    ) throws(Failure) {
        var position = 0
        while position < bytes.count {
            try unsafe pass(bytes, position, to: body)
            position += unsafe length(bytes, position)
        }
    }

    /// Calls `body` with each entry as ``forEach(in:_:)`` does, but in the order of their inode numbers.
    ///
    /// That is roughly the order of the inodes on the disk, while many file systems list by a hash of the name: a
    /// rotating disk then seeks less when one file after the other is checked.
    ///
    /// `places`: Memory that is reused in the next call.
    package static func forEachByInode<Failure: Error>(
        in bytes: UnsafeRawBufferPointer,
        _ places: inout [Place],
        _ body: (UnsafeBufferPointer<UInt8>, UInt8) throws(Failure) -> Void
    ) throws(Failure) {
        places.removeAll(keepingCapacity: true)
        var (position, last, isSorted) = (0, UInt64(0), true)
        while position < bytes.count {
            let inode = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            places.append(Place(inode: inode, position: position))
            isSorted = isSorted && inode >= last
            last = inode
            position += unsafe length(bytes, position)
        }
        if !isSorted { places.sort { $0.inode < $1.inode } }
        for place in places { try unsafe pass(bytes, place.position, to: body) }
    }

    /// The position of an entry in a buffer.
    package struct Place {
        let inode: UInt64
        let position: Int
    }

    // struct linux_dirent64: d_ino 8, d_off 8, d_reclen 2, d_type 1, d_name

    private static func length(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int {
        unsafe Int(bytes.loadUnaligned(fromByteOffset: position + 16, as: UInt16.self))
    }

    private static func pass<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer,
        _ position: Int,
        to body: (UnsafeBufferPointer<UInt8>, UInt8) throws(Failure) -> Void
    ) throws(Failure) {
        guard let base = bytes.baseAddress else { return }
        let record = unsafe base + position
        let type = unsafe record.load(fromByteOffset: 18, as: UInt8.self)
        let name = unsafe (record + 19).assumingMemoryBound(to: UInt8.self)
        try unsafe body(UnsafeBufferPointer(start: name, count: strlen(record + 19)), type)
    }
}
