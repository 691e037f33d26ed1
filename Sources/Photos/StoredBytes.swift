internal import Catalogue
internal import Foundation

/// A range of a file of the library, to be read piece by piece.
struct StoredBytes: Sendable {
    let path: [UInt8]
    let range: Range<Int64>
    /// The library that the file belongs to; nil for a file outside it.
    let connection: LibraryConnection?

    var url: URL { URL(fileURLWithPath: String(decoding: path, as: UTF8.self)) }

    /// The number of bytes per piece.
    static let piece = 1 << 20

    /// Reads the range in order, until `take` returns false.
    ///
    /// - Throws: ``PHPhotosError``.
    func read(_ take: (Data) throws -> Bool) throws {
        let (file, status) = try opened()
        defer { close(file) }
        try read(file, status, take)
    }

    init(path: [UInt8], range: Range<Int64>, connection: LibraryConnection?) {
        (self.path, self.range, self.connection) = (path, range, connection)
    }

    /// Creates the range of a whole file outside the library.
    init(file: URL) {
        var status = stat()
        let size = unsafe stat(file.path, &status) == 0 ? Int64(status.st_size) : 0
        self.init(path: Array(file.path.utf8), range: 0..<size, connection: nil)
    }

    /// Checks that the file can be opened.
    ///
    /// - Throws: ``PHPhotosError`` if it cannot.
    func check() throws {
        close(try opened().file)
    }

    /// Returns the open file, for the caller to close, or `-errno` if it cannot be opened.
    func descriptor() -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        // The library contains no links; users may have them anywhere.
        let links = connection == nil ? 0 : O_NOFOLLOW
        let file = unsafe open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | links)
        return file < 0 ? -errno : file
    }

    /// Returns the open file, for the caller to close, and the range of these bytes in it.
    ///
    /// - Throws: ``PHPhotosError``, also if a part of a file is now beyond its end.
    func openedRange() throws -> (file: Int32, range: Range<Int64>) {
        let (file, status) = try opened()
        let size = Int64(status.st_size)
        // A whole file is read to its end, even if it has grown.
        guard range.lowerBound > 0 else { return (file, 0..<size) }
        guard range.upperBound <= size else {
            close(file)
            throw PHPhotosError(.invalidResource)
        }
        return (file, range)
    }

    /// Opens the file and returns it with its status.
    private func opened() throws -> (file: Int32, status: stat) {
        let file = descriptor()
        guard file >= 0 else { throw failure(-file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw PHPhotosError(.invalidResource)
        }
        return (file, status)
    }

    private func read(_ file: Int32, _ status: stat, _ take: (Data) throws -> Bool) throws {
        var position = range.lowerBound
        // A whole file is read to its end, even if it has grown.
        let end = range.lowerBound == 0 ? Int64(status.st_size) : range.upperBound
        while position < end {
            var data = Data(count: Int(min(Int64(Self.piece), end - position)))
            let count = unsafe data.withUnsafeMutableBytes {
                unsafe pread(file, $0.baseAddress, $0.count, Int(position))
            }
            guard count > 0 else { throw failure(count == 0 ? EIO : errno) }
            position += Int64(count)
            guard try take(data.prefix(count)) else { return }
        }
    }

    /// Writes the range to a new file, which is removed on failure, or when `goesOn`, called with the bytes written so
    /// far, returns false.
    ///
    /// - Throws: ``PHPhotosError``.
    func write(to url: URL, _ goesOn: (Int64) -> Bool = { _ in true }) throws {
        let (source, status) = try opened()
        defer { close(source) }
        // The copy has the same permissions as the file in the library, from the beginning.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = unsafe open(url.path, flags, status.st_mode & 0o777)
        guard file >= 0 else { throw Self.error(errno, url.path, .invalidResource) }
        do {
            defer { close(file) }
            var written: Int64 = 0
            try read(source, status) { data in
                try unsafe data.withUnsafeBytes { try unsafe Self.write($0, to: file, url.path) }
                written += Int64(data.count)
                guard goesOn(written) else { throw PHPhotosError(.userCancelled) }
                return true
            }
        } catch {
            unsafe unlink(url.path)
            throw error
        }
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer,
        to file: Int32,
        _ path: String
    ) throws {
        var rest = unsafe bytes[...]
        while unsafe !rest.isEmpty {
            let count = unsafe Foundation.write(
                file,
                UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                rest.count
            )
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw error(errno, path, .invalidResource) }
            unsafe rest = rest.dropFirst(count)
        }
    }

    /// Returns the error for a failed read.
    private func failure(_ code: Int32) -> PHPhotosError {
        let isOffline = connection?.ask { reader in
            reader.allRoots.contains { path.starts(with: $0.path + [0x2F]) && $0.state == .offline }
        }
        let kind: PHPhotosError.Code =
            isOffline == true
            ? .libraryVolumeOffline : code == ENOENT ? .missingResource : .invalidResource
        return Self.error(code, String(decoding: path, as: UTF8.self), kind)
    }

    private static func error(
        _ code: Int32,
        _ path: String,
        _ kind: PHPhotosError.Code
    ) -> PHPhotosError {
        let kinds: [Int32: PHPhotosError.Code] = [
            EACCES: .accessUserDenied, EPERM: .accessUserDenied, EROFS: .accessRestricted,
            ENOSPC: .notEnoughSpace, EDQUOT: .notEnoughSpace,
        ]
        let cause = NSError(
            domain: NSPOSIXErrorDomain,
            code: Int(code),
            userInfo: [NSFilePathErrorKey: path]
        )
        return PHPhotosError(
            kinds[code] ?? kind,
            userInfo: [
                NSUnderlyingErrorKey: cause,
                NSLocalizedDescriptionKey: "\(path): \(unsafe String(cString: strerror(code)))",
            ]
        )
    }
}
