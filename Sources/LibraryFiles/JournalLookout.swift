internal import CSystem
package import Catalogue
internal import FolderWatch
internal import Glibc

/// Looks for the journals of killed programs before each transaction, at the price of one `stat` while nothing
/// comes or goes beside the catalogue.
package struct JournalLookout {
    /// When the catalogue's directory was last changed, as of a look that found no journal in it.
    ///
    /// Nanoseconds since 1970, as the file system has it.
    private var quiet: Int64?

    /// Nanoseconds in which a file system may give two changes the same time: FAT counts in twos.
    private static let grain: Int64 = 3_000_000_000

    package init() {}

    /// Ends what killed programs had begun; within a transaction.
    ///
    /// False when there was nothing; else files may be elsewhere than a moment ago.
    package mutating func recover(_ writer: CatalogueWriter) throws -> Bool {
        // The directory itself, should its path be a link.
        let path = Disk.split(Array(writer.path.utf8)).directory
        let directory = FileName(Disk.join(path, [UInt8(ascii: ".")]))
        // Before the look: what comes meanwhile gives the directory another time.
        let changed = try? directory.withCString { name throws(SystemError) in
            try FileStat.of(name, in: AT_FDCWD).modified
        }
        if let quiet, quiet == changed { return false }
        let journals = FileJournal.names(beside: writer.path)
        let isOver = changed.map { CatalogueWriter.now() * 1_000 - $0 > Self.grain } ?? false
        quiet = isOver && journals.isEmpty ? changed : nil
        return try FileJournal.recover(journals, writer)
    }
}
