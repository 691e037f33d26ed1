internal import Catalogue
internal import Glibc
internal import Kernel

/// A record of a transaction's file operations, on disk before they are carried out, so that after a crash at any point
/// they were done together with the catalogue's part or not at all.
///
/// The journal is a file beside the catalogue that its owner holds a lock on. The catalogue vouches for it: before a
/// step is noted, the table `status` names the journal and identifies its file; a transaction of the catalogue that
/// needs files also records there that it is durable. Until that is recorded, any process that finds the journal with
/// its lock free undoes its steps; afterwards, all of it has happened. A file with the name of a journal that is not
/// one is left alone: see ``FoundJournal``.
///
/// A record is the length of a ``FileStep`` (4 bytes), its checksum (8 bytes, FNV-1a) and the step.
final class FileJournal {
    private let entry: DirectoryEntry
    private let file: Disk.Descriptor
    private(set) var steps: [FileStep] = []
    /// The position in the file at which each step ends.
    private var ends: [Int] = []
    /// The key in `status` that vouches for the journal.
    let mark: String
    private var voucher: JournalVoucher

    static let infix = "-files-"

    private var path: [UInt8] { entry.path }

    /// Begins a journal, which is of no use before ``vouch(in:)``.
    convenience init(catalogue: String) throws {
        for _ in 0..<100 {
            let name = Disk.randomName()
            let path = Array("\(catalogue)\(Self.infix)\(name)".utf8)
            guard let (entry, file, stat) = try Self.make(path) else { continue }
            try Disk.sync(directories: [Disk.split(path).directory])
            self.init(entry, file, Self.mark(Array(name.utf8)), JournalVoucher(stat))
            return
        }
        throw LibraryFileError(.inputOutput, "no journal can be made beside \(catalogue)")
    }

    /// Creates a journal; nil if another process took it for an abandoned one: any process that finds an unlocked,
    /// empty journal removes it.
    private static func make(
        _ path: [UInt8]
    ) throws(LibraryFileError) -> (DirectoryEntry, Disk.Descriptor, FileStat)? {
        do throws(SystemError) {
            let entry = try DirectoryEntry(path)
            let file = try entry.create(mode: 0o600)
            guard flock(file.number, LOCK_EX) == 0 else { throw SystemError(code: errno) }
            let stat = try FileStat.of(descriptor: file.number)
            return stat.links == 1 ? (entry, file, stat) : nil
        } catch {
            throw LibraryFileError(error.code, "made", path)
        }
    }

    /// Opens a journal whose lock is held, with the catalogue's entry about it.
    init(
        _ entry: DirectoryEntry,
        _ file: Disk.Descriptor,
        _ mark: String,
        _ voucher: JournalVoucher
    ) {
        (self.entry, self.file, self.mark, self.voucher) = (entry, file, mark, voucher)
        read(Disk.read(file.number, limit: Self.size(file.number)))
    }

    private static func size(_ file: Int32) -> Int {
        (try? FileStat.of(descriptor: file)).map { Int($0.size) } ?? 0
    }

    /// The key in `status` of a journal with a name.
    static func mark(_ name: [UInt8]) -> String {
        "files \(String(decoding: name, as: UTF8.self))"
    }

    /// Records the journal in the catalogue; call it within a transaction.
    func vouch(in writer: CatalogueWriter) throws {
        try writer.setStatus(mark, voucher.text)
    }

    /// Records in the catalogue which files are going to be moved into the library; call it before a step names one of
    /// them.
    func admit(_ sources: [[UInt8]], _ writer: CatalogueWriter) throws {
        guard !sources.isEmpty else { return }
        voucher.sources.formUnion(sources)
        try writer.transaction { try vouch(in: writer) }
    }

    /// Records that the catalogue's part is durable, with the commit of the transaction.
    func finish(in writer: CatalogueWriter) throws {
        voucher.isDone = true
        try vouch(in: writer)
    }

    /// The places that the journal's steps may lead to.
    func territory(_ writer: CatalogueWriter) -> Territory {
        Territory(writer, sources: voucher.sources)
    }

    /// Notes steps that are about to be carried out; they are on disk when the call returns.
    func append(_ new: [FileStep]) throws {
        guard !new.isEmpty else { return }
        var bytes: [UInt8] = []
        for step in new {
            let encoded = step.encoded
            unsafe withUnsafeBytes(of: UInt32(encoded.count).littleEndian) {
                unsafe bytes.append(contentsOf: $0)
            }
            unsafe withUnsafeBytes(of: Self.checksum(encoded[...]).littleEndian) {
                unsafe bytes.append(contentsOf: $0)
            }
            bytes += encoded
        }
        do {
            try Disk.write(bytes, to: file.number)
        } catch {
            throw LibraryFileError(error.code, "written", path)
        }
        guard fdatasync(file.number) == 0 else { throw LibraryFileError(errno, "written", path) }
        read(bytes)
    }

    /// Adds the steps that bytes contain, up to the point where writing was cut short.
    private func read(_ bytes: [UInt8]) {
        let start = ends.last ?? 0
        var rest = bytes[...]
        while rest.count >= 12 {
            let header = rest.prefix(12)
            let count = Int(header.prefix(4).reversed().reduce(0) { $0 << 8 | UInt64($1) })
            let checksum = header.dropFirst(4).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(12)
            guard rest.count >= count, Self.checksum(rest.prefix(count)) == checksum,
                let step = FileStep(encoded: rest.prefix(count))
            else { break }
            rest = rest.dropFirst(count)
            steps.append(step)
            ends.append(start + rest.startIndex)
        }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Writes the changes in directories through to the disk.
    func syncDirectories() throws { try Self.sync(steps.filter(\.isUndoable)) }

    /// Writes the directories that steps change through to the disk.
    private static func sync(_ steps: some Sequence<FileStep>) throws {
        let directories = Set(steps.flatMap(\.paths).map { Disk.split($0).directory })
        try Disk.sync(directories: directories.filter(Disk.exists))
    }

    /// Undoes all steps.
    ///
    /// Steps that cannot be undone yet remain in the journal, for a process with the permission. The others are removed
    /// from it once the directories are on disk: the journal may be on a different disk.
    func undo(_ writer: CatalogueWriter) {
        let territory = territory(writer)
        var (isDone, remaining) = (true, steps.count)
        for (index, step) in steps.enumerated().reversed() {
            isDone = step.undo(in: territory) && isDone
            if isDone { remaining = index }
        }
        guard (try? Self.sync(steps[remaining...])) != nil else { return }
        // A later recovery must not see the steps that were undone.
        ftruncate(file.number, off_t(remaining == 0 ? 0 : ends[remaining - 1]))
        if isDone { entry.remove() }
    }

    /// Carries out the steps that had to wait for the transaction.
    func conclude(_ writer: CatalogueWriter) {
        let territory = territory(writer)
        let isDone = steps.reduce(true) { $1.conclude(in: territory) && $0 }
        guard isDone, (try? Self.sync(steps.filter { !$0.isUndoable })) != nil else { return }
        entry.remove()
    }

    /// Undoes or concludes the journal, as the catalogue says.
    func recover(_ writer: CatalogueWriter) {
        voucher.isDone ? conclude(writer) : undo(writer)
    }

    /// Forgets journals that no longer exist.
    static func forgetMarks(_ writer: CatalogueWriter) throws {
        for mark in try writer.statusKeys(beginningWith: "files ") {
            let path = "\(writer.path)\(infix)\(mark.dropFirst(6))"
            if !Disk.exists(Array(path.utf8)) { try writer.removeStatus(mark) }
        }
    }
}
