internal import CSystemCalls
package import Catalogue
internal import Glibc
internal import Kernel

/// Finds the journals of killed programs beside a catalogue, and reports each file with such a name that does not
/// count, once.
///
/// Before each transaction this costs one `stat`, as long as nothing is added or removed there.
package struct JournalLookout {
    /// When the catalogue's directory was last changed, at the last check that found no work.
    ///
    /// Nanoseconds since 1970, by the file system's clock.
    private var quiet: Int64?
    private var named: Set<[UInt8]> = []
    private let warn: (String) -> Void

    /// The time within which a file system may date two changes alike, in nanoseconds: FAT counts two seconds at a
    /// time.
    private static let grain: Int64 = 3_000_000_000
    /// The maximum number of invalid journals to report, as another user could create any number.
    private static let mostNamed = 16

    /// `warn`: Called with messages that a person should know about.
    package init(warn: @escaping (String) -> Void = { _ in }) {
        self.warn = warn
    }

    /// Completes or undoes the unfinished work of killed programs, if anything was added or removed beside the
    /// catalogue; within a transaction.
    ///
    /// - Returns: False if there was nothing to do; otherwise files may have moved.
    package mutating func recover(_ writer: CatalogueWriter) throws -> Bool {
        // The directory itself, in case its path is a link.
        let path = Disk.split(Array(writer.path.utf8)).directory
        let directory = FileName(Disk.join(path, [UInt8(ascii: ".")]))
        // Read before the search: later changes give the directory another time.
        let changed = try? unsafe directory.withCString { name throws(SystemError) in
            try unsafe FileStat.of(name, in: AT_FDCWD).modified
        }
        if let quiet, quiet == changed { return false }
        let isOver = changed.map { SystemClock.shared.date * 1_000 - $0 > Self.grain } ?? false
        let found = try look(writer)
        quiet = isOver && found.isQuiet ? changed : nil
        return found.hasRecovered
    }

    /// Completes or undoes the unfinished work of killed programs; within a transaction.
    package mutating func recoverNow(_ writer: CatalogueWriter) throws { _ = try look(writer) }

    private mutating func look(
        _ writer: CatalogueWriter
    ) throws -> (hasRecovered: Bool, isQuiet: Bool) {
        var (hasRecovered, isQuiet) = (false, true)
        let (path, catalogue) = Disk.split(Array(writer.path.utf8))
        let prefix = catalogue + Array(FileJournal.infix.utf8)
        let names = Disk.names(in: path).filter { $0.starts(with: prefix) }
        guard !names.isEmpty, let directory = try? DirectoryEntry(writer.path.bytes).directory
        else {
            return (false, true)
        }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let entry = DirectoryEntry(name, in: directory, at: Disk.join(path, name))
            let mark = FileJournal.mark(Array(name.dropFirst(prefix.count)))
            switch try FoundJournal(entry, mark: mark, writer) {
            case .busy: isQuiet = false
            case .ignored(let reason): warnOnce(entry, reason)
            case .counts(let journal):
                (hasRecovered, isQuiet) = (true, false)
                journal.recover(writer)
            }
        }
        return (hasRecovered, isQuiet)
    }

    private mutating func warnOnce(_ entry: DirectoryEntry, _ reason: String) {
        guard named.count < Self.mostNamed, named.insert(entry.name.bytes).inserted else { return }
        let path = String(decoding: entry.path, as: UTF8.self)
        warn(
            "the journal \(path) is not followed: \(reason). Nothing of what it says was done; remove "
                + "it when nobody needs it"
        )
    }
}

extension String {
    fileprivate var bytes: [UInt8] { Array(utf8) }
}
