internal import Glibc

/// Lines that wait for a slow reader, in an unlinked file.
final class Spool {
    private let descriptor: Int32

    /// Creates the file in the directory for temporary files; nil if that fails.
    init?() {
        let directory = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/var/tmp"
        // A template, which `mkstemp` overwrites with the actual name.
        var template = Array("\(directory)/heliograph-XXXXXX".utf8CString)
        descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unsafe unlink(template)
    }

    deinit {
        close(descriptor)
    }

    /// Appends all bytes; returns false and appends nothing on failure, as on a full disk.
    func append(_ bytes: [UInt8]) -> Bool {
        let start = lseek(descriptor, 0, SEEK_END)
        if FeedOutput(descriptor: descriptor).write(bytes) { return true }
        ftruncate(descriptor, start)
        return false
    }

    /// Passes all appended bytes to `body`, in order and in pieces, until `body` returns false.
    func read(_ body: ([UInt8]) -> Bool) -> Bool {
        var offset: off_t = 0
        while true {
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
                count = max(0, unsafe pread(descriptor, buffer.baseAddress, buffer.count, offset))
            }
            guard !piece.isEmpty else { return true }
            guard body(piece) else { return false }
            offset += off_t(piece.count)
        }
    }
}
