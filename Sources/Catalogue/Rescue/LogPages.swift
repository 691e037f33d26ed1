internal import Glibc

/// The pages in a write-ahead log that the database file has lost, or that SQLite would not read completely:
/// <https://www.sqlite.org/fileformat.html#the_write_ahead_log>.
struct LogPages {
    private let path: String

    /// `path`: The database file.
    init(of path: String) { self.path = path }

    /// Returns why SQLite would discard the log of a catalogue that nobody has open; nil if it would not.
    static func fault(of path: String) -> String? {
        if areAllThereIs(of: path) { return "it is empty, and only its log is left" }
        return withLog(of: path) { LogChain($0).endOfDamaged }
            .map { _ in "something in the middle of its write-ahead log does not fit" }
    }

    /// Whether a catalogue's file is empty beside a log, which SQLite would discard.
    static func areAllThereIs(of path: String) -> Bool {
        var (file, log) = (stat(), stat())
        guard unsafe stat(path, &file) == 0, unsafe stat(path + "-wal", &log) == 0 else {
            return false
        }
        return file.st_size == 0 && log.st_size > LogChain.headerSize
    }

    private static func withLog<Result>(of path: String, _ body: (Int32) -> Result?) -> Result? {
        let log = unsafe open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard log >= 0 else { return nil }
        defer { close(log) }
        return body(log)
    }

    /// Writes each page into a file, in the state after the last complete transaction.
    func write(to file: Int32) {
        _ = Self.withLog(of: path) { write(from: $0, to: file) }
    }

    private func write(from log: Int32, to file: Int32) {
        var header = [UInt8](repeating: 0, count: LogChain.headerSize)
        guard unsafe pread(log, &header, header.count, 0) == header.count else { return }
        let end = LogChain(log).endOfDamaged
        guard end != nil || header.number(at: 8) == FirstPage.size else { return }
        let most = mostPages(log)
        var frame = [UInt8](repeating: 0, count: LogChain.frameSize)
        var (place, transaction) = (LogChain.headerSize, [UInt32: Int]())
        // Frames with another salt are left from an earlier use of the log, unless they are before the end.
        while unsafe pread(log, &frame, frame.count, off_t(place)) == frame.count,
            end.map({ place < $0 }) ?? (frame[8..<16] == header[16..<24])
        {
            // Each frame can add one page; a number beyond is damage, and would make a file of any size.
            if frame.number(at: 0) <= most { transaction[frame.number(at: 0)] = place }
            if frame.number(at: 4) != 0 {
                for (page, place) in transaction { copy(page, at: place, of: log, to: file) }
                transaction = [:]
            }
            place += frame.count
        }
    }

    /// Returns the largest number of pages that the database can have, with those in its log.
    private func mostPages(_ log: Int32) -> Int {
        var (file, frames) = (stat(), stat())
        guard unsafe fstat(log, &frames) == 0 else { return 0 }
        let known = unsafe stat(path, &file) == 0 ? Int(file.st_size) / FirstPage.size : 0
        return known + Int(frames.st_size) / LogChain.frameSize
    }

    private func copy(_ page: UInt32, at place: Int, of log: Int32, to file: Int32) {
        var bytes = [UInt8](repeating: 0, count: FirstPage.size)
        guard page > 0,
            unsafe pread(log, &bytes, bytes.count, off_t(place + LogChain.frameHeaderSize))
                == bytes.count
        else { return }
        _ = unsafe pwrite(file, bytes, bytes.count, off_t(page - 1) * off_t(bytes.count))
    }
}
