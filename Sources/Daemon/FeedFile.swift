internal import Foundation

/// Why the feed cannot go where it should.
package struct FeedFileError: Error, CustomStringConvertible {
    package let description: String
}

/// A file that holds feed lines, or a FIFO.
struct FeedFile: Sendable {
    let path: String
    let isPipe: Bool

    /// - Throws: ``FeedFileError`` when it cannot be written, or holds something else.
    init(_ path: String) throws(FeedFileError) {
        self.path = path
        var status = stat()
        let kind = unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        isPipe = kind == S_IFIFO
        guard kind == S_IFREG || isPipe else {
            throw FeedFileError(
                description:
                    "the feed \(path) is neither a file nor a FIFO; for readers by a socket, run: "
                    + "systemctl enable --now heliograph-feed.socket"
            )
        }
        close(try open().descriptor)
    }

    /// Opens it at its end, after its last whole line.
    ///
    /// A FIFO is opened for reading too: so it stays open, and what is in it stays there, while its
    /// readers come and go.
    ///
    /// - Returns: The descriptor, and the token of the last line.
    func open() throws(FeedFileError) -> (descriptor: Int32, token: String?) {
        let flags = isPipe ? O_RDWR : O_RDWR | O_CREAT | O_APPEND
        let descriptor = unsafe Foundation.open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw failure("cannot be opened: \(unsafe String(cString: strerror(errno)))")
        }
        guard !isPipe else { return (descriptor, nil) }
        do {
            return (descriptor, try cut(descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    private func failure(_ reason: String) -> FeedFileError {
        FeedFileError(description: "the feed \(path) \(reason)")
    }

    /// Cuts off what a crash left of a line.
    private func cut(_ descriptor: Int32) throws(FeedFileError) -> String? {
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
                // Less than a line: nothing but ours may be cut.
                let beginning = Array(#"{"type":"#.utf8)
                guard tail.starts(with: beginning) || beginning.starts(with: tail) else {
                    throw failure("holds something else; name another file")
                }
                ftruncate(descriptor, 0)
                return nil
            }
            let line = tail[(before.map { $0 + 1 } ?? 0)..<last]
            guard let token = token(of: line) else {
                throw failure("holds something else; name another file")
            }
            ftruncate(descriptor, start + last + 1)
            return token
        }
    }

    private func bytes(_ descriptor: Int32, _ start: Int, _ end: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: end - start)
        let count = unsafe pread(descriptor, &bytes, bytes.count, start)
        return Array(bytes.prefix(max(count, 0)))
    }

    private func token(of line: ArraySlice<UInt8>) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        return object?["token"] as? String
    }
}
