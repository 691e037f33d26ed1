internal import ArgumentParser
internal import Foundation
internal import PhotoModel

/// A file that a command writes for its user, completely or not at all, and never over a photo.
enum OutputFile {
    /// Writes a file, or to an existing special file such as a FIFO; `-` is standard output.
    ///
    /// - Throws: An exit code, after reporting the error.
    static func write(_ data: Data, to path: String) throws {
        if path == "-" { return try send(data, to: Streams.current.output, "standard output") }
        var status = stat()
        let isThere = unsafe stat(path, &status) == 0
        if isThere, status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
        guard isThere, status.st_mode & S_IFMT != S_IFREG else { return try replace(path, data) }
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        try send(data, to: descriptor, path)
    }

    /// Refuses to replace a file of the library, or the photo that is being read.
    ///
    /// - Parameters:
    ///   - path: The path to write to.
    ///   - source: The photo's path, if it is known.
    ///   - roots: The folders of the library.
    /// - Throws: An exit code, after reporting the error.
    static func checkIsNoPhoto(_ path: String, source: String?, roots: [[UInt8]]) throws {
        var (found, other) = (stat(), stat())
        guard unsafe stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return }
        let isSource =
            source.map { unsafe stat($0, &other) == 0 } == true && other.st_ino == found.st_ino
            && other.st_dev == found.st_dev
        guard isSource || isInside(path, roots) else { return }
        Exit.complain(
            "\(path) is not replaced: it is \(isSource ? "the photo itself" : "a file of the library"); "
                + "name another file"
        )
        throw ExitCode(EX_CANTCREAT)
    }

    private static func isInside(_ path: String, _ roots: [[UInt8]]) -> Bool {
        guard let resolved = unsafe realpath(path, nil) else { return false }
        defer { unsafe free(resolved) }
        let bytes = unsafe String(cString: resolved).utf8
        return roots.contains { bytes.starts(with: $0 + [UInt8(ascii: "/")]) }
    }

    /// Writes a temporary file beside it and renames that, so that there is never a partial file.
    private static func replace(_ path: String, _ data: Data) throws {
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&template)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        do {
            try send(data, to: descriptor, path)
            let mask = umask(0)
            umask(mask)
            fchmod(descriptor, 0o666 & ~mask)
            guard unsafe rename(template, path) == 0 else { throw failure(path, errno) }
        } catch {
            unsafe unlink(template)
            throw error
        }
    }

    private static func send(_ data: Data, to descriptor: Int32, _ name: String) throws {
        try unsafe data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = unsafe Foundation.write(
                    descriptor,
                    bytes.baseAddress.map { unsafe $0 + written },
                    bytes.count - written
                )
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw failure(name, errno) }
                written += count
            }
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> ExitCode {
        Exit.complain("\(path) cannot be written: \(unsafe String(cString: strerror(code)))")
        return ExitCode(EX_CANTCREAT)
    }
}
