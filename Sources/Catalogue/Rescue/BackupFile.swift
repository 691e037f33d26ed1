internal import CSystemCalls
internal import Glibc

/// A backup, opened to replace a catalogue.
///
/// It is opened before root continues as the user who owns the catalogue, because that user may have no access to it.
package final class BackupFile {
    package let path: String
    let descriptor: Int32
    /// The log beside a copy of a catalogue in use, or -1.
    let log: Int32

    /// Opens a backup.
    ///
    /// `path`: The backup, absolute.
    ///
    /// Throws ``CatalogueError`` if it cannot be read or is not a catalogue.
    package init(_ path: String) throws(CatalogueError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            throw CatalogueError(
                code == ENOENT ? .missing : code == EACCES ? .noPermission : .inputOutput,
                "the backup \(path) cannot be opened: \(unsafe String(cString: strerror(code)))"
            )
        }
        var found = stat()
        let isFile = unsafe fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
        guard isFile, DatabaseHeader(descriptor).isCatalogue else {
            close(descriptor)
            throw CatalogueError(.foreign, "\(path) is no backup of a catalogue")
        }
        log = unsafe open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    }

    deinit {
        close(descriptor)
        if log >= 0 { close(log) }
    }

    /// Whether the backup is the file at a path.
    func isFile(at path: String) -> Bool {
        var (own, other) = (stat(), stat())
        return unsafe fstat(descriptor, &own) == 0 && stat(path, &other) == 0
            && own.st_ino == other.st_ino && own.st_dev == other.st_dev
    }

    /// Copies the backup, and the log beside it if there is one, into a file that is being written.
    func copy(to file: ReplacingFile) throws(CatalogueError) {
        try copy(descriptor, to: file.descriptor)
        var found = stat()
        guard log >= 0, unsafe fstat(log, &found) == 0, found.st_mode & S_IFMT == S_IFREG,
            found.st_size > 0
        else { return }
        let flags = O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let target = unsafe open(file.hiddenPath + "-wal", flags, 0o600)
        guard target >= 0 else { throw failure(errno) }
        defer { close(target) }
        try copy(log, to: target)
    }

    private func copy(_ source: Int32, to target: Int32) throws(CatalogueError) {
        let status = heliograph_copy(source, target)
        guard status >= 0 else { throw failure(-status) }
    }

    private func failure(_ code: Int32) -> CatalogueError {
        CatalogueError(
            CatalogueError.saysFull(code) ? .diskFull : .inputOutput,
            "the backup \(path) cannot be copied: \(unsafe String(cString: strerror(code)))"
        )
    }
}
