internal import Glibc

/// The entries of a directory as `getdents64(2)` gives them.
package enum DirectoryEntries {
    /// Hands over each name with its `d_type`; `.` and `..` among them.
    ///
    /// `bytes`: What ``FileSystemCalls/list(_:into:)`` has read, one or several times in a row.
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
