internal import Foundation

/// The reason why the feed cannot be written to its destination.
package struct FeedFileError: Error, CustomStringConvertible {
    package let description: String
    /// The `errno`, or 0 if the system has not reported an error.
    package let code: Int32
}

/// A file that holds feed lines, or a FIFO.
package struct FeedFile: Sendable {
    package let path: String
    package let isPipe: Bool

    /// - Throws: ``FeedFileError`` if the file cannot be written or contains anything else.
    package init(_ path: String) throws(FeedFileError) {
        try self.init(unopened: path)
        close(try open().descriptor)
    }

    private init(unopened path: String) throws(FeedFileError) {
        self.path = path
        var status = stat()
        let kind = unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        isPipe = kind == S_IFIFO
        guard kind == S_IFREG || isPipe else {
            throw failure(
                "is neither a file nor a FIFO; for readers by a socket, run: "
                    + "systemctl enable --now heliograph-feed.socket"
            )
        }
    }

    /// Opens the file at its end, after its last complete line.
    ///
    /// A FIFO is also opened for reading, so that it stays open and keeps its contents while readers come and go.
    ///
    /// - Returns: The descriptor, and the token of the last line.
    package func open() throws(FeedFileError) -> (descriptor: Int32, token: String?) {
        let descriptor = try open(isPipe ? O_RDWR : O_RDWR | O_CREAT | O_APPEND)
        guard !isPipe else { return (descriptor, nil) }
        do {
            let whole = try whole(descriptor)
            // Removes an incomplete line left by a crash.
            ftruncate(descriptor, whole.end)
            return (descriptor, whole.token)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private func open(_ flags: Int32) throws(FeedFileError) -> Int32 {
        let descriptor = unsafe Foundation.open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("cannot be opened", errno) }
        return descriptor
    }

    private func failure(_ reason: String, _ code: Int32 = 0) -> FeedFileError {
        let cause = code == 0 ? "" : ": \(unsafe String(cString: strerror(code)))"
        return FeedFileError(description: "the feed \(path) \(reason)\(cause)", code: code)
    }

    /// Returns the end of the last complete line, and its token.
    private func whole(
        _ descriptor: Int32
    ) throws(FeedFileError) -> (end: Int, token: String?) {
        let end = lseek(descriptor, 0, SEEK_END)
        var size = 4_096
        while true {
            let start = max(0, end - size)
            let tail = bytes(descriptor, start, end)
            let last = tail.lastIndex(of: 0x0A)
            let before = last.flatMap { tail[..<$0].lastIndex(of: 0x0A) }
            guard let last, before != nil || start == 0 else {
                if start > 0 {
                    size *= 4
                    continue
                }
                // Less than a line: only a line of this program may be cut.
                let beginning = Array(#"{"type":"#.utf8)
                guard tail.starts(with: beginning) || beginning.starts(with: tail) else {
                    throw failure("holds something else; name another file")
                }
                return (0, nil)
            }
            let line = tail[(before.map { $0 + 1 } ?? 0)..<last]
            guard let token = FeedLine(line)?.token else {
                throw failure("holds something else; name another file")
            }
            return (start + last + 1, token)
        }
    }

    private func bytes(_ descriptor: Int32, _ start: Int, _ end: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: end - start)
        let count = unsafe pread(descriptor, &bytes, bytes.count, start)
        return Array(bytes.prefix(max(count, 0)))
    }
}

extension FeedFile {
    /// The free bytes that a feed needs at least.
    private static let leastRoom = 65_536

    /// Checks whether an indexer could write to the file, without changing anything.
    ///
    /// - Returns: The token of its last complete line; nil for a FIFO, and if there is no line.
    /// - Throws: ``FeedFileError`` if it could not.
    package static func check(_ path: String) throws(FeedFileError) -> String? {
        let file = try FeedFile(unopened: path)
        let directory = (path as NSString).deletingLastPathComponent
        var token: String?
        if unsafe access(path, F_OK) == 0 {
            let descriptor = try file.open(O_RDWR | O_NONBLOCK)
            defer { close(descriptor) }
            if !file.isPipe { token = try file.whole(descriptor).token }
        } else if unsafe access(directory, W_OK | X_OK) != 0 {
            throw file.failure("cannot be made", errno)
        }
        var room = statvfs()
        guard unsafe statvfs(directory, &room) == 0 else { return token }
        guard Int(room.f_bavail) * Int(room.f_frsize) >= leastRoom else {
            throw file.failure("cannot be written", ENOSPC)
        }
        return token
    }
}
