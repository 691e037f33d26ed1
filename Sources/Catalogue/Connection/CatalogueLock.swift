internal import Glibc

/// The lock that allows only one indexer for a catalogue; released at the end of the value's lifetime or of
/// the process.
package final class CatalogueLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock on `path` with `-lock` appended, and writes this process's number in it.
    ///
    /// - Throws: ``CatalogueError`` with the number of the process that has it.
    package init(catalogue path: String) throws(CatalogueError) {
        let lock = CatalogueLocation.resolved(path) + "-lock"
        let opened = LockFile.open(lock)
        guard opened >= 0 else {
            let code = -opened
            if code == EROFS { throw ReadOnlyDisk.error(path) }
            if code == EACCES, !CatalogueOwner.prefix(path).isEmpty {
                throw CatalogueError(
                    .noPermission,
                    "no permission to write the catalogue \(path); \(CatalogueOwner.advice(path))"
                )
            }
            if let owner = LockFile.foreignOwner(lock), code == EACCES {
                throw CatalogueError(
                    .noPermission,
                    "no permission to open the lock file \(lock): it belongs to another user (number "
                        + "\(owner)); run as that user, or remove it while no indexer runs"
                )
            }
            throw CatalogueError(
                Self.code(code),
                "the lock file \(lock) cannot be opened: \(unsafe String(cString: strerror(code))); run as "
                    + "the owner of the catalogue, or name another one with --catalogue"
            )
        }
        guard Self.take(opened) else {
            let holder = Self.holder(opened)
            close(opened)
            throw CatalogueError(
                .locked,
                """
                another indexer (process \(holder ?? "unknown")) holds the catalogue \(path); \
                stop it first: \(SystemdUnit.stopCommand(process: holder)); to follow what it finds: \
                heliograph changes --follow\(CatalogueLocation.option(path))
                """
            )
        }
        // Not before: `deinit` also runs if an error is thrown once everything has a value.
        descriptor = opened
        let text = "\(getpid())\n"
        // This order needs no space on a full disk.
        _ = unsafe pwrite(descriptor, text, text.utf8.count, 0)
        ftruncate(descriptor, text.utf8.count)
    }

    private static func code(_ error: Int32) -> CatalogueError.Code {
        switch error {
        case EACCES, EROFS, EPERM: .noPermission
        case ENOSPC, EDQUOT: .diskFull
        default: .cannotCreate
        }
    }

    deinit {
        // A child process that is being started shares the descriptor until it runs its own program: closing it alone
        // would leave the lock with the child until then.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Takes the lock; waits a moment if its holder has ended.
    ///
    /// The lock of a process that was killed while it was starting a helper lasts until the helper has started.
    private static func take(_ descriptor: Int32) -> Bool {
        for _ in 0..<100 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            if let holder = holder(descriptor).flatMap({ pid_t($0) }), kill(holder, 0) == 0 {
                return false
            }
            usleep(20_000)
        }
        return false
    }

    /// Returns the process that holds the lock on a catalogue; nil if no process does, or if this cannot be determined.
    package static func holder(ofCatalogue path: String) -> String? {
        LockFile.holder(CatalogueLocation.resolved(path) + "-lock")
    }

    private static func holder(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 != 0x0A }, as: UTF8.self)
    }
}
