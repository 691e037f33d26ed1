internal import CSystemCalls
internal import Glibc

/// A file that appears under its name once it is complete, or not at all.
///
/// Until then it has a hidden name in the same directory.
struct NewFile: ~Copyable {
    let descriptor: Int32
    private let path: String
    private let hiddenPath: String
    private var isKept = false

    init(at path: String) throws(ImagingError) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
        let name = slash.map { String(path[$0...]) } ?? path
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        // Names are limited to 255 bytes.
        let begin = String(decoding: name.utf8.prefix(200), as: UTF8.self)
        hiddenPath = (slash.map { String(path[..<$0]) } ?? "") + ".\(begin).\(number)"
        self.path = path
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        descriptor = unsafe open(hiddenPath, flags, 0o666)
        guard descriptor >= 0 else { throw Self.error(errno) }
    }

    deinit {
        close(descriptor)
        if !isKept { _ = unsafe unlink(hiddenPath) }
    }

    /// Writes bytes at an offset.
    func write(_ bytes: ArraySlice<UInt8>, at offset: Int64) throws(ImagingError) {
        var (rest, place) = (bytes, off_t(offset))
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe pwrite(descriptor, $0.baseAddress, $0.count, place)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.error(errno) }
            rest = rest.dropFirst(count)
            place += off_t(count)
        }
    }

    /// Fills the file with the rest of another one.
    func copy(_ other: Int32) throws(ImagingError) {
        let status = heliograph_copy(other, descriptor)
        guard status >= 0 else { throw Self.error(-status) }
    }

    /// Gives the file its name; fails if that exists already.
    consuming func keep() throws(ImagingError) {
        guard fdatasync(descriptor) == 0 else { throw Self.error(errno) }
        let status = unsafe heliograph_rename_exclusive(AT_FDCWD, hiddenPath, AT_FDCWD, path)
        guard status >= 0 else { throw Self.error(-status) }
        isKept = true
    }

    private static func error(_ number: Int32) -> ImagingError {
        let reason = unsafe String(cString: strerror(number))
        return ImagingError(.unavailable, "the new file cannot be written: \(reason)")
    }
}
