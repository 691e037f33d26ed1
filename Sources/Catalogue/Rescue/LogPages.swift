internal import Glibc

/// The pages in the write-ahead log of a database whose file has lost them:
/// <https://www.sqlite.org/fileformat.html#the_write_ahead_log>.
struct LogPages {
    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private let path: String

    /// `path`: The database file.
    init(of path: String) { self.path = path }

    /// Whether a catalogue's file is empty beside a log: SQLite would throw the log away.
    static func areAllThereIs(of path: String) -> Bool {
        var (file, log) = (stat(), stat())
        guard unsafe stat(path, &file) == 0, unsafe stat(path + "-wal", &log) == 0 else {
            return false
        }
        return file.st_size == 0 && log.st_size > headerSize
    }

    /// Writes each page into a file as the last transaction that is whole left it.
    func write(to file: Int32) {
        let log = unsafe open(path + "-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard log >= 0 else { return }
        defer { close(log) }
        var header = [UInt8](repeating: 0, count: Self.headerSize)
        guard unsafe pread(log, &header, header.count, 0) == header.count,
            header.number(at: 8) == FirstPage.size
        else { return }
        var frame = [UInt8](repeating: 0, count: Self.frameHeaderSize + FirstPage.size)
        var (place, transaction) = (Self.headerSize, [UInt32: Int]())
        // Frames with another salt are left of an earlier use of the log.
        while unsafe pread(log, &frame, frame.count, off_t(place)) == frame.count,
            frame[8..<16] == header[16..<24]
        {
            transaction[frame.number(at: 0)] = place
            if frame.number(at: 4) != 0 {
                for (page, place) in transaction { copy(page, at: place, of: log, to: file) }
                transaction = [:]
            }
            place += frame.count
        }
    }

    private func copy(_ page: UInt32, at place: Int, of log: Int32, to file: Int32) {
        var bytes = [UInt8](repeating: 0, count: FirstPage.size)
        guard page > 0,
            unsafe pread(log, &bytes, bytes.count, off_t(place + Self.frameHeaderSize))
                == bytes.count
        else { return }
        _ = unsafe pwrite(file, bytes, bytes.count, off_t(page - 1) * off_t(bytes.count))
    }
}
