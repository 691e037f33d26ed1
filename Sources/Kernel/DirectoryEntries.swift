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
        guard let base = bytes.baseAddress else { return }
        var position = 0
        while position < bytes.count {
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
