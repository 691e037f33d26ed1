internal import GRDB
internal import Glibc
internal import PhotoModel

/// Copies a catalogue into one file while others read and write it.
///
/// The copy is of one committed state. Nobody has to wait for it: the pages of a snapshot are copied, and later commits
/// stay in the write-ahead log until the copy is complete. It is checked before it replaces an earlier backup, so that
/// a damaged catalogue never costs a good one.
package struct CatalogueBackup {
    /// The contents of a backup.
    package struct Summary: Sendable {
        package var path: String
        /// Bytes.
        package var size: Int64 = 0
        package var library: String
        /// The token of the backup's position in the changes.
        package var token: String
        /// The number of assets that are not in the trash.
        package var assets: Int64
        /// The number of assets that a user edited.
        package var edited: Int64
        package var favorites: Int64
        /// The number of albums, of directories and user-made.
        package var albums: Int64
    }

    /// The progress of a backup.
    package enum Progress: Sendable {
        /// A fraction from 0 to 1.
        case copying(Double)
        case checking
    }

    private let reader: CatalogueReader
    private let path: String

    /// - Parameters:
    ///   - reader: The catalogue; permission to read it is enough.
    ///   - path: The backup's file, absolute.
    /// - Throws: ``CatalogueError`` if the path holds anything but an earlier backup.
    package init(of reader: CatalogueReader, to path: String) throws(CatalogueError) {
        self.reader = reader
        self.path = CatalogueLocation.resolved(path)
        try refuseCatalogue()
        try refuseOthersFile()
    }

    /// Writes the backup, whole or not at all.
    ///
    /// Throws ``CatalogueError``; then the file at its path is unchanged.
    package func write(_ onProgress: (Progress) -> Void = { _ in }) throws -> Summary {
        let file = try ReplacingFile(at: path)
        var summary = try reader.snapshot {
            try copy(to: file.hiddenPath, onProgress)
            return try summarize()
        }
        guard DatabaseHeader.dropLog(file.descriptor) else {
            throw CatalogueError(.inputOutput, "\(path) cannot be written")
        }
        onProgress(.checking)
        guard try DatabaseCheck(file.hiddenPath).isSound() else {
            throw CatalogueError(
                .damaged,
                "the catalogue \(reader.path) is damaged, so no backup of it was made, and \(path) is as it "
                    + "was; \(CatalogueError.cureOfDamaged(reader.path))"
            )
        }
        try file.finish(mode: mode)
        try file.putInPlace()
        var found = stat()
        if unsafe fstat(file.descriptor, &found) == 0 { summary.size = Int64(found.st_size) }
        return summary
    }

    private func copy(to path: String, _ onProgress: (Progress) -> Void) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            // An incomplete copy is discarded, and a complete one is synced once.
            try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            ConnectionQueues.opened(queue)
            try withoutActuallyEscaping(onProgress) { onProgress in
                try queue.inDatabase { target in
                    try reader.database.backup(to: target, pagesPerStep: Self.pagesPerStep) {
                        let (done, all) = ($0.completedPageCount, $0.totalPageCount)
                        onProgress(.copying(Double(done) / Double(max(all, 1))))
                    }
                }
            }
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_IOERR
        {
            throw failure(error)
        }
    }

    /// Returns the error for a copy that could not be written: SQLite has no message for that, only a code.
    private func failure(_ error: DatabaseError) -> CatalogueError {
        let isFull = error.resultCode == .SQLITE_FULL
        let reason =
            isFull
            ? "there is no space left on its disk" : "its disk failed (\(error.extendedResultCode))"
        return CatalogueError(
            isFull ? .diskFull : .inputOutput,
            "the backup \(path) cannot be written: \(reason)"
        )
    }

    /// Pages of 4 KiB: some hundredths of a second between two reports of progress.
    private static let pagesPerStep: CInt = 1_024

    private func summarize() throws -> Summary {
        let totals = try reader.totals()
        let edited = try reader.session
            .statement("SELECT count(*) FROM asset WHERE edited AND partOf IS NULL")
            .first { $0.integer(0) }
        return Summary(
            path: path,
            library: reader.library.description,
            token: try reader.currentToken().description,
            assets: totals.assets.reduce(0) { $0 + $1.count },
            edited: edited ?? 0,
            favorites: totals.favorites,
            albums: try reader.albumCount()
        )
    }

    /// The permissions of the catalogue without those that its directory denies; those of a private file if the
    /// catalogue has another owner.
    private var mode: mode_t {
        var (found, directory) = (stat(), stat())
        let place = CatalogueLocation.directory(of: reader.path)
        guard unsafe stat(reader.path, &found) == 0, found.st_uid == geteuid(),
            unsafe stat(place, &directory) == 0
        else { return 0o600 }
        let closed: mode_t =
            (directory.st_mode & S_IXGRP == 0 ? 0o060 : 0)
            | (directory.st_mode & S_IXOTH == 0 ? 0o006 : 0)
        return found.st_mode & 0o666 & ~closed
    }

    /// Refuses the catalogue itself and the files beside it that belong to it.
    private func refuseCatalogue() throws(CatalogueError) {
        guard path == reader.path || path.hasPrefix(reader.path + "-") else { return }
        throw CatalogueError(
            .cannotCreate,
            "\(path) is the catalogue or belongs to it; name another file for the backup"
        )
    }

    /// Refuses an existing file that is not an earlier backup.
    private func refuseOthersFile() throws(CatalogueError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return }
            throw refusal("cannot be looked at: \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var found = stat()
        let isFile = unsafe fstat(descriptor, &found) == 0 && found.st_mode & S_IFMT == S_IFREG
        let header = DatabaseHeader(descriptor)
        guard isFile, header.isCatalogue else { throw refusal("is no backup of a catalogue") }
        guard !header.hasLog else { throw refusal("is a catalogue, and no backup of one") }
        guard let earlier = try? CatalogueReader(path: path) else { return }
        guard earlier.library == reader.library else {
            throw refusal("is a backup of another library")
        }
        try refuseOlder(earlier)
    }

    /// Refuses to replace a backup from before the catalogue was damaged, as long as the damaged one is kept: the
    /// backup may hold the only copy of what could not be saved.
    private func refuseOlder(_ earlier: CatalogueReader) throws(CatalogueError) {
        guard let now = try? reader.snapshot({ try reader.status() }),
            let kept = CatalogueRescue.Report.kept(in: now),
            let before = try? earlier.snapshot({ try earlier.status() }),
            CatalogueRescue.Report.kept(in: before) != kept
        else { return }
        let option = CatalogueLocation.option(reader.path)
        throw CatalogueError(
            .cannotCreate,
            "\(path) is from before the catalogue was damaged and may hold what could not be saved, so it is not "
                + "replaced. Name another file; put this one in the catalogue's place while no indexer runs: "
                + "heliograph restore-catalogue \(ShellWord.quoted(path))\(option); or, if nothing is missed, remove "
                + "the damaged catalogue \(kept) and try again"
        )
    }

    private func refusal(_ reason: String) -> CatalogueError {
        CatalogueError(.cannotCreate, "\(path) \(reason), and is not replaced; name another file")
    }
}
