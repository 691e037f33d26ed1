internal import Catalogue
internal import Foundation
internal import PhotoModel

/// A configuration file: its text, or why it cannot be read.
struct ConfigurationFile {
    let path: String

    init(_ path: String) { self.path = path }

    /// Whether the file exists, or at least a symbolic link to it.
    ///
    /// If the disk behind a link is missing, the configuration must not be treated as absent.
    var isThere: Bool {
        var found = stat()
        return unsafe lstat(path, &found) == 0 || brokenLink != nil
    }

    /// - Throws: ``ConfigurationError``.
    func text() throws -> String {
        let bytes = try bytes()
        guard let text = String(data: bytes, encoding: .utf8) else {
            throw failure("it is no UTF-8")
        }
        // The parser would treat it as the end.
        if let end = bytes.firstIndex(of: 0) {
            let line = bytes[..<end].count { $0 == UInt8(ascii: "\n") } + 1
            throw ConfigurationError(path, line, "there is a NUL byte, which is no text; remove it")
        }
        return text
    }

    private func bytes() throws -> Data {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { throw unreachable(errno) }
        // Other kinds are not even opened: a FIFO would wait for its writer, a tape would start to move.
        try requireFile(found)
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw unreachable(errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard unsafe fstat(descriptor, &found) == 0 else { throw unreachable(errno) }
        try requireFile(found)
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw failure(error.localizedDescription)
        }
    }

    private func requireFile(_ found: stat) throws {
        guard found.st_mode & S_IFMT != S_IFREG else { return }
        let kinds: [mode_t: String] = [S_IFDIR: "a directory", S_IFIFO: "a FIFO"]
        let kind = kinds[found.st_mode & S_IFMT] ?? "a device or a socket"
        throw failure("it is \(kind), no regular file")
    }

    private func unreachable(_ code: Int32) -> ConfigurationError {
        if code == ENOENT, let link = brokenLink, let target = CatalogueLocation.link(link) {
            let subject = link == path ? "it" : link
            return failure(
                "\(subject) is a symbolic link to \(target), which is not there; mount the disk it is on, or "
                    + "remove the link"
            )
        }
        return failure(unsafe String(cString: strerror(code)))
    }

    private func failure(_ reason: String) -> ConfigurationError {
        ConfigurationError(path, nil, "the configuration cannot be read: \(reason)")
    }

    /// The first broken symbolic link in the path, if there is one.
    private var brokenLink: String? {
        var way = ""
        for part in path.split(separator: "/") {
            way += "/\(part)"
            guard unsafe access(way, F_OK) != 0 else { continue }
            return errno == ENOENT && CatalogueLocation.link(way) != nil ? way : nil
        }
        return nil
    }
}
