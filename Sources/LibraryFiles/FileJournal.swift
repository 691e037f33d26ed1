internal import Catalogue
internal import FolderWatch
internal import Glibc

/// What a transaction does to files, on disk before it is done, so that after a crash at any point it was
/// done together with the catalogue's part or not at all.
///
/// The journal is a file beside the catalogue that its owner holds a lock on. A transaction of the catalogue that
/// needs files writes the journal's name into the table `status`: while it is not there, what the journal
/// says is undone by whoever finds it with its lock free; when it is there, all of it has happened.
///
/// A record is the length of a ``FileStep`` (4 bytes), its checksum (8 bytes, FNV-1a) and the step.
final class FileJournal {
    private let path: [UInt8]
    private let file: Disk.Descriptor
    private(set) var steps: [FileStep] = []
    /// Where each step ends in the file.
    private var ends: [Int] = []
    /// The key in `status` that says that the transaction is durable.
    let mark: String

    private static let infix = "-files-"

    /// Begins a journal.
    init(catalogue: String) throws {
        let name = Disk.randomName()
        path = Array("\(catalogue)\(Self.infix)\(name)".utf8)
        mark = "files \(name)"
        do {
            file = try Disk.create(path, mode: 0o664)
        } catch {
            throw LibraryFileError(error.code, "made", path)
        }
        // Nobody can have it: what is empty is removed by its finder, who leaves locked ones alone.
        flock(file.number, LOCK_EX)
        guard Disk.exists(path) else {
            throw LibraryFileError(.inputOutput, "\(catalogue) is being cleaned up; try again")
        }
        try Disk.sync(directories: [Disk.split(path).directory])
    }

    /// Takes over a journal whose owner has gone.
    private init?(abandoned path: [UInt8], mark: String) {
        guard let file = try? Disk.open(path, O_RDWR | O_NOFOLLOW),
            flock(file.number, LOCK_EX | LOCK_NB) == 0, Disk.exists(path)
        else { return nil }
        (self.path, self.file, self.mark) = (path, file, mark)
        read(Disk.read(file.number, limit: Self.size(file.number)))
    }

    private static func size(_ file: Int32) -> Int {
        (try? FileStat.of(descriptor: file)).map { Int($0.size) } ?? 0
    }

    /// Notes steps that are about to be taken; they are on disk when the call returns.
    func append(_ new: [FileStep]) throws {
        guard !new.isEmpty else { return }
        var bytes: [UInt8] = []
        for step in new {
            let encoded = step.encoded
            withUnsafeBytes(of: UInt32(encoded.count).littleEndian) { bytes.append(contentsOf: $0) }
            withUnsafeBytes(of: Self.checksum(encoded[...]).littleEndian) {
                bytes.append(contentsOf: $0)
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

    /// Takes in the steps that bytes hold, up to where writing them was cut short.
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

    /// Writes what was done in directories through to the disk.
    func syncDirectories() throws {
        var directories: Set<[UInt8]> = []
        for step in steps {
            switch step {
            case .made(let path), .wrote(let path, _), .madeDirectory(let path):
                directories.insert(Disk.split(path).directory)
            case .moved(let from, let to, _):
                directories.formUnion([Disk.split(from).directory, Disk.split(to).directory])
            case .obsolete: break
            }
        }
        try Disk.sync(directories: directories.filter(Disk.exists))
    }

    /// Makes as if nothing had been done.
    ///
    /// What cannot be undone yet stays noted, for somebody who may.
    func undo() {
        var isDone = true
        for (index, step) in steps.enumerated().reversed() {
            isDone = step.undo() && isDone
            // Whoever goes on from here does not ask what became of what was undone.
            if isDone { ftruncate(file.number, off_t(index == 0 ? 0 : ends[index - 1])) }
        }
        if isDone { _ = Disk.remove(path) }
    }

    /// Does what had to wait for the transaction.
    func conclude() {
        let isDone = steps.reduce(true) { $1.conclude() && $0 }
        if isDone { _ = Disk.remove(path) }
    }

    /// Ends what programs that were killed had begun; false when there was nothing.
    static func recover(_ writer: CatalogueWriter) throws -> Bool {
        try recover(names(beside: writer.path), writer)
    }

    /// The names of the journals beside a catalogue, in order.
    static func names(beside catalogue: String) -> [[UInt8]] {
        let (directory, name) = Disk.split(Array(catalogue.utf8))
        let prefix = name + Array(infix.utf8)
        return Disk.names(in: directory).filter { $0.starts(with: prefix) }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    static func recover(_ names: [[UInt8]], _ writer: CatalogueWriter) throws -> Bool {
        let (directory, catalogue) = Disk.split(Array(writer.path.utf8))
        let prefix = catalogue.count + infix.utf8.count
        var hasRecovered = false
        for name in names {
            let mark = "files \(String(decoding: name.dropFirst(prefix), as: UTF8.self))"
            guard let journal = Self(abandoned: Disk.join(directory, name), mark: mark) else {
                continue
            }
            hasRecovered = true
            // Asked only now: nobody else changes it any more.
            if try writer.status(mark) != nil { journal.conclude() } else { journal.undo() }
        }
        return hasRecovered
    }

    /// Marks of journals that are no more.
    static func forgetMarks(_ writer: CatalogueWriter) throws {
        for mark in try writer.statusKeys(beginningWith: "files ") {
            let path = "\(writer.path)\(infix)\(mark.dropFirst(6))"
            if !Disk.exists(Array(path.utf8)) { try writer.removeStatus(mark) }
        }
    }
}
