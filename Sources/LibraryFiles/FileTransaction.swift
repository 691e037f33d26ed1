package import Catalogue
internal import Extraction
internal import Glibc
internal import Kernel

/// A transaction that adds, deletes or restores files of a library, atomically with the catalogue's part,
/// even across a crash.
///
/// Used from one thread. Files are read and copied to staging names before ``commit(_:)``, which renames and
/// moves them.
package final class FileTransaction {
    let writer: CatalogueWriter
    let journal: FileJournal
    /// Reads the files to be staged.
    private(set) lazy var extraction = FileExtraction()

    /// Begins a transaction; the unfinished work of killed programs is completed or undone first.
    ///
    /// `warn`: Called with messages that a person should know about.
    /// - Throws: ``LibraryFileError`` when the library does not allow files to be added or deleted.
    package init(
        _ writer: CatalogueWriter,
        warn: @escaping (String) -> Void = { _ in }
    ) throws {
        self.writer = writer
        journal = try FileJournal(catalogue: writer.path)
        do {
            // Changes made by others since then are also taken into account.
            try writer.transaction {
                var lookout = JournalLookout(warn: warn)
                try lookout.recoverNow(writer)
                try Self.refuseReadOnly(writer)
                try journal.vouch(in: writer)
            }
        } catch {
            journal.undo(writer)
            throw error
        }
    }

    private static func refuseReadOnly(_ writer: CatalogueWriter) throws {
        guard try writer.status("readOnly") == "1" else { return }
        throw LibraryFileError(
            .restricted,
            "the library is read-only: no file is added, deleted or restored. Whoever runs the "
                + "indexer can change that: `read-only = false` in its configuration, then systemctl daemon-reload and a "
                + "restart if it is a service"
        )
    }

    /// Runs a transaction; when it commits, everything done to files since the beginning is durable.
    ///
    /// If it throws, no file has another name, place or content than before.
    package func commit<Result>(_ body: () throws -> Result) throws -> Result {
        let result: Result
        do {
            result = try writer.transaction {
                let result = try body()
                try journal.syncDirectories()
                try FileJournal.forgetMarks(writer)
                try journal.finish(in: writer)
                return result
            }
        } catch {
            journal.undo(writer)
            throw error
        }
        journal.conclude(writer)
        return result
    }

    /// Discards everything that was staged.
    package func cancel() { journal.undo(writer) }

    /// Forgets deleted assets whose files were removed from the trash; call it within a transaction.
    ///
    /// A trash that cannot be reached does not count as empty.
    package static func forgetEmptied(_ writer: CatalogueWriter) throws {
        for file in try writer.allTrashed() where try isEmptied(file, writer) {
            try writer.forgetTrashed(file.id)
        }
    }

    /// Returns whether a deleted asset's files are in the trash, as far as that can be determined.
    package static func isTrashed(_ id: Int64, _ writer: CatalogueWriter) throws -> Bool {
        try writer.trashed(id).contains { try !isEmptied($0, writer) }
    }

    private static func volume(of path: [UInt8], _ writer: CatalogueWriter) throws -> Int64? {
        guard let opened = try? OpenDirectory(path: path, LinuxFileSystem.shared),
            let identity = LinuxFileSystem.shared.identity(opened.descriptor)
        else { return nil }
        return try writer.volume(identity.number)
    }

    /// Whether a file has left an existing trash, or was removed together with the whole trash.
    private static func isEmptied(_ file: TrashedFile, _ writer: CatalogueWriter) throws -> Bool {
        switch try TrashState(of: file, writer) {
        case .there, .changed, .unreachable: return false
        case .another, .gone: break
        }
        var directory = Disk.split(file.path).directory
        while !Disk.exists(directory), directory.count > 1 {
            directory = Disk.split(directory).directory
        }
        return try volume(of: directory, writer) == file.volume
    }
}
