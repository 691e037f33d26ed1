package import Catalogue
internal import Extraction
internal import FolderWatch
internal import Glibc

/// One transaction that adds files to a library, deletes or restores some: with the catalogue's part of it, or
/// not at all, whenever it is cut short.
///
/// Used from one thread. What is read and copied is staged before ``commit(_:)``; files get their names and
/// leave their places within it.
package final class FileTransaction {
    let writer: CatalogueWriter
    let journal: FileJournal
    /// Reads what is staged.
    private(set) lazy var extraction = FileExtraction()

    /// Begins; what killed programs left half done is ended first.
    ///
    /// - Throws: ``LibraryFileError`` when the library takes no files and gives none up.
    package init(_ writer: CatalogueWriter) throws {
        self.writer = writer
        // What others have done since is taken notice of, too.
        let isReadOnly = try writer.transaction {
            _ = try FileJournal.recover(writer)
            return try writer.status("readOnly") == "1"
        }
        guard !isReadOnly else {
            throw LibraryFileError(
                .restricted,
                "the library is read-only: no file is added, deleted or restored. Whoever runs the "
                    + "indexer can change that: `read-only = false` in its configuration"
            )
        }
        journal = try FileJournal(catalogue: writer.path)
    }

    /// Carries out a transaction; with it, what was done to files since the beginning is durable.
    ///
    /// Whatever it throws, no file has another name, place or content than before.
    package func commit<Result>(_ body: () throws -> Result) throws -> Result {
        let result: Result
        do {
            result = try writer.transaction {
                let result = try body()
                try journal.syncDirectories()
                try FileJournal.forgetMarks(writer)
                try writer.setStatus(journal.mark, "")
                return result
            }
        } catch {
            journal.undo()
            throw error
        }
        journal.conclude()
        return result
    }

    /// Gives up what was staged.
    package func cancel() { journal.undo() }

    /// Ends what programs that were killed while they changed files had begun; within a transaction.
    ///
    /// False when there was nothing; else files may be elsewhere than a moment ago.
    package static func recover(_ writer: CatalogueWriter) throws -> Bool {
        try FileJournal.recover(writer)
    }

    /// Forgets deleted assets whose files somebody took out of the trash; within a transaction.
    ///
    /// A trash that is out of reach is no empty one.
    package static func forgetEmptied(_ writer: CatalogueWriter) throws {
        for file in try writer.allTrashed() where try isEmptied(file, writer) {
            try writer.forgetTrashed(file.id)
        }
    }

    /// Whether a deleted asset's files lie in the trash, as far as that can be told.
    package static func isTrashed(_ id: Int64, _ writer: CatalogueWriter) throws -> Bool {
        try writer.trashed(id).contains { try !isEmptied($0, writer) }
    }

    /// Whether a file lies in the trash, and not another that has its name there since the trash was emptied.
    static func isThere(_ file: TrashedFile, _ writer: CatalogueWriter) throws -> Bool {
        guard Disk.exists(file.path) else { return false }
        guard let known = try writer.identity(ofRemoved: file.id),
            try volume(of: Disk.split(file.path).directory, writer) == file.volume
        else { return true }
        return !known.isAnother(at: file.path)
    }

    private static func volume(of path: [UInt8], _ writer: CatalogueWriter) throws -> Int64? {
        guard let opened = try? OpenDirectory(path: path),
            let identity = FileSystemIdentity(descriptor: opened.descriptor)
        else { return nil }
        return try writer.volume(identity.number)
    }

    /// Whether a file has left the trash, which is there, or was removed with all that was in it.
    private static func isEmptied(_ file: TrashedFile, _ writer: CatalogueWriter) throws -> Bool {
        guard try !isThere(file, writer) else { return false }
        var directory = Disk.split(file.path).directory
        while !Disk.exists(directory), directory.count > 1 {
            directory = Disk.split(directory).directory
        }
        return try volume(of: directory, writer) == file.volume
    }
}
