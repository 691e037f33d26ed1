internal import Glibc

/// A file in memory, without a name.
enum MemoryFile {
    static func make(bytes: Int = 0) -> Int32 {
        var template = Array("/dev/shm/heliograph-fuzz-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        unlink(template)
        precondition(descriptor >= 0 && ftruncate(descriptor, off_t(bytes)) == 0)
        return descriptor
    }

    /// Replaces the content of the file.
    static func fill(_ descriptor: Int32, _ content: UnsafeRawBufferPointer) -> Bool {
        ftruncate(descriptor, off_t(content.count)) == 0
            && pwrite(descriptor, content.baseAddress, content.count, 0) == content.count
    }
}
