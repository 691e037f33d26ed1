internal import GRDB
internal import Glibc

/// Puts a file in the place of a catalogue, and keeps the earlier one with the files beside it under another name.
///
/// The caller holds the catalogue's lock, and passes the pause during which no editor opens the catalogue.
struct CatalogueSwap {
    private let catalogue: String
    /// The path of the earlier catalogue afterwards.
    let kept: String

    /// The files beside a catalogue that are useless without it.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// - Parameters:
    ///   - catalogue: The catalogue, resolved.
    ///   - word: A word for the name of the earlier one, before the date.
    ///   - now: Seconds since 1970.
    init(_ catalogue: String, keepingAs word: String, at now: Int64) {
        self.catalogue = catalogue
        kept = Self.free("\(catalogue).\(word)-\(Self.text(now))")
    }

    /// Returns a time as used in names, by the local clock.
    private static func text(_ seconds: Int64) -> String {
        var (seconds, parts) = (time_t(seconds), unsafe tm())
        unsafe localtime_r(&seconds, &parts)
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = unsafe [parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday].map(digits)
        let time = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(digits)
        return "\(date.joined(separator: "-"))T\(time.joined())"
    }

    /// Returns an unused name, with a number if there are several in one second.
    private static func free(_ name: String) -> String {
        var (found, number, candidate) = (stat(), 1, name)
        while unsafe lstat(candidate, &found) == 0 {
            number += 1
            candidate = "\(name).\(number)"
        }
        return candidate
    }

    /// Keeps the existing catalogue as a copy if its log cannot be written back because of readers.
    ///
    /// Catalogue and log are otherwise renamed one after the other, and if the process was killed between the two, the
    /// next program to write would change the file of both names without the log.
    ///
    /// `mode`: The permissions of the copy.
    func copyIfLogStays(mode: mode_t) throws {
        var found = stat()
        guard unsafe stat(catalogue + "-wal", &found) == 0, found.st_size > 0 else { return }
        _ = try CatalogueBackup(of: CatalogueReader(path: catalogue), to: kept).write()
        unsafe chmod(kept, mode)
    }

    /// Moves the existing catalogue away, and a finished file into its place.
    ///
    /// A log never lies beside a file that it does not belong to: if the process is killed in between, the place has
    /// the earlier catalogue, the new one or neither, and the earlier one is whole under its other name.
    ///
    /// Returns whether there was an earlier catalogue.
    /// Throws ``CatalogueError``.
    func put(_ file: ReplacingFile, during pause: WritingPause) throws(CatalogueError) -> Bool {
        defer { withExtendedLifetime(pause) {} }
        return try OpeningLock.replacing(catalogue) { () throws(CatalogueError) in
            let isThere = try keep()
            try file.putInPlace()
            // Whoever writes next makes them otherwise.
            try? CatalogueFile.makeCompanions(catalogue)
            return isThere
        }
    }

    /// Renames the existing catalogue, and also the files beside one that is gone, which SQLite would take for the new
    /// one's.
    private func keep() throws(CatalogueError) -> Bool {
        var found = stat()
        let isThere = unsafe lstat(catalogue, &found) == 0
        let isCopied = unsafe lstat(kept, &found) == 0
        // Without support for links, the place is empty for a moment.
        if isThere, !isCopied, unsafe link(catalogue, kept) != 0 { try move("") }
        for companion in Self.companions where unsafe lstat(catalogue + companion, &found) == 0 {
            if isCopied { unsafe unlink(catalogue + companion) } else { try move(companion) }
        }
        return isThere
    }

    /// Renames the files beside a catalogue that is gone.
    ///
    /// Returns the path of the log with the last changes; nil if there is no log.
    /// Throws ``CatalogueError``.
    func keepRest(during pause: WritingPause) throws(CatalogueError) -> String? {
        defer { withExtendedLifetime(pause) {} }
        let isThere = try OpeningLock.replacing(catalogue) { () throws(CatalogueError) in
            try keep()
        }
        guard !isThere else { return nil }
        ReplacingFile.syncDirectory(of: catalogue)
        var found = stat()
        let log = kept + "-wal"
        return unsafe lstat(log, &found) == 0 && found.st_size > 0 ? log : nil
    }

    private func move(_ ending: String) throws(CatalogueError) {
        guard unsafe rename(catalogue + ending, kept + ending) == 0 else {
            let code = errno
            throw CatalogueError(
                [EACCES, EPERM, EROFS].contains(code) ? .noPermission : .cannotCreate,
                "\(catalogue)\(ending) cannot be moved to \(kept)\(ending): "
                    + "\(unsafe String(cString: strerror(code)))"
            )
        }
    }
}
