internal import Catalogue
internal import Foundation

/// A stretch of a file of the library, to be read piece by piece.
struct StoredBytes: Sendable {
    let path: [UInt8]
    let range: Range<Int64>
    /// The library that the file is of; nil for a file of the user's.
    let connection: LibraryConnection?

    var url: URL { URL(fileURLWithPath: String(decoding: path, as: UTF8.self)) }

    /// Bytes given at a time.
    static let piece = 1 << 20

    /// Reads all of it in order, until `take` answers false.
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

    /// All of a file of the user's.
    init(file: URL) {
        var status = stat()
        let size = unsafe stat(file.path, &status) == 0 ? Int64(status.st_size) : 0
        self.init(path: Array(file.path.utf8), range: 0..<size, connection: nil)
    }

    /// Whether the file can be opened, and if not why.
    ///
    /// - Throws: ``PHPhotosError``.
    func check() throws {
        close(try opened().file)
    }

    /// The file, for who closes it; `-errno` when it cannot be opened.
    func descriptor() -> Int32 {
        let name = path.map { CChar(bitPattern: $0) } + [0]
        // The library has no links in it; users have them where they like.
        let links = connection == nil ? 0 : O_NOFOLLOW
        let file = unsafe open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | links)
        return file < 0 ? -errno : file
    }

    /// The file, for who closes it, and where in that these bytes are.
    ///
    /// - Throws: ``PHPhotosError``, also where a part of a file lies beyond its end by now.
    func openedRange() throws -> (file: Int32, range: Range<Int64>) {
        let (file, status) = try opened()
        let size = Int64(status.st_size)
        // A whole file is read to its end, however long it has become.
        guard range.lowerBound > 0 else { return (file, 0..<size) }
        guard range.upperBound <= size else {
            close(file)
            throw PHPhotosError(.invalidResource)
        }
        return (file, range)
    }

    /// The same for those who look at its size.
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
        // A whole file is read to its end, however long it has become.
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

    /// Writes all of it into a new file; nothing is left of one that fails, or when `goesOn`, which is told how many
    /// bytes were written, answers false.
    ///
    /// - Throws: ``PHPhotosError``.
    func write(to url: URL, _ goesOn: (Int64) -> Bool = { _ in true }) throws {
        let (source, status) = try opened()
        defer { close(source) }
        // As closed to others as the file in the library, from the beginning.
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

    /// What reading it failed of.
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
