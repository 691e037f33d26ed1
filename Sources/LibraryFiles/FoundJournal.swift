internal import Catalogue
internal import Glibc
internal import Kernel

/// A file beside a catalogue with the name of a journal.
///
/// It is valid if it is a file of this user with one hard link, writable by nobody else, in a directory of
/// this user or of root; if the catalogue has it recorded as this journal; and if all its steps are confined
/// to the library's folders and their trashes. Otherwise it is ignored.
enum FoundJournal {
    /// A running program holds it, or it has just vanished.
    case busy
    case counts(FileJournal)
    /// The reason why it does not count.
    case ignored(String)

    init(_ entry: DirectoryEntry, mark: String, _ writer: CatalogueWriter) throws {
        guard let stat = try? entry.stat else {
            self = .busy
            return
        }
        if let reason = Self.suspicion(of: entry, stat) {
            self = Self.isBusy(entry, stat) ? .busy : .ignored(reason)
            return
        }
        guard let file = try? entry.open(O_RDWR), flock(file.number, LOCK_EX | LOCK_NB) == 0,
            let opened = try? FileStat.of(descriptor: file.number), opened.links == 1,
            opened.inode == (try? entry.stat)?.inode
        else {
            self = .busy
            return
        }
        // Checked only now that nobody else can change it.
        self = try Self.judge(entry, file, mark, opened, writer)
    }

    private static func judge(
        _ entry: DirectoryEntry,
        _ file: Disk.Descriptor,
        _ mark: String,
        _ stat: FileStat,
        _ writer: CatalogueWriter
    ) throws -> FoundJournal {
        let voucher = try writer.status(mark).flatMap(JournalVoucher.init)
        // An empty journal needs no record in the catalogue.
        guard stat.size > 0 else {
            return .counts(FileJournal(entry, file, mark, JournalVoucher(stat)))
        }
        guard let voucher, voucher.isOf(stat) else {
            return .ignored("the catalogue knows of no such journal")
        }
        let journal = FileJournal(entry, file, mark, voucher)
        let territory = journal.territory(writer)
        guard journal.steps.allSatisfy(territory.covers) else {
            return .ignored("it speaks of files outside the library's folders and trashes")
        }
        return .counts(journal)
    }

    /// Returns the reason to reject a file before its contents are read.
    private static func suspicion(of entry: DirectoryEntry, _ stat: FileStat) -> String? {
        let user = geteuid()
        guard stat.isRegularFile else { return "it is no file" }
        var found = Glibc.stat()
        let status = unsafe entry.name.withCString {
            unsafe fstatat(entry.directory.number, $0, &found, AT_SYMLINK_NOFOLLOW)
        }
        guard status == 0, found.st_uid == user else {
            return "it belongs to another user (number \(found.st_uid))"
        }
        guard stat.links == 1 else { return "it has a second name" }
        guard stat.mode & 0o022 == 0 else { return "others may write it" }
        guard let owner = Disk.owner(entry.directory), owner == user || owner == 0 else {
            return "it lies in a directory of another user"
        }
        return nil
    }

    /// Whether the file may belong to a running program of another user who may also write to the catalogue.
    private static func isBusy(_ entry: DirectoryEntry, _ stat: FileStat) -> Bool {
        guard stat.isRegularFile else { return false }
        guard let file = try? entry.open(O_RDONLY) else {
            return SystemClock.shared.date * 1_000 - stat.changed < 60_000_000_000
        }
        return flock(file.number, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
