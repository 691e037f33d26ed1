internal import Glibc

/// The first bytes of a database file, which identify it: <https://www.sqlite.org/fileformat.html>.
struct DatabaseHeader {
    private static let size = FirstPage.headerSize
    private static let magic = Array("SQLite format 3\0".utf8)
    private let bytes: [UInt8]

    /// Reads an open file, which may hold anything.
    init(_ descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        self.bytes = Array(bytes.prefix(max(count, 0)))
    }

    private var isDatabase: Bool { bytes.starts(with: Self.magic) }

    /// Whether the file was written as a catalogue.
    var isCatalogue: Bool {
        guard bytes.count == Self.size, isDatabase else { return false }
        return bytes.number(at: 68) == Schema.applicationID
    }

    /// Whether the bytes that are the same in every catalogue are right.
    private var isSound: Bool {
        (1...2).contains(bytes[18]) && (1...2).contains(bytes[19])
            && bytes[20..<24].elementsEqual([0, 64, 32, 32])
            && bytes[44..<47].elementsEqual([0, 0, 0]) && bytes[47] <= 4
            && bytes[56..<59].elementsEqual([0, 0, 0]) && bytes[59] <= 1
    }

    /// Whether the file is used with a write-ahead log beside it, as a catalogue is and a backup is not.
    var hasLog: Bool { bytes.count == Self.size && (bytes[18] == 2 || bytes[19] == 2) }

    /// Returns whether a file has a header that no catalogue has.
    static func isUnsound(_ path: String) -> Bool {
        withFile(path) { descriptor in
            let header = DatabaseHeader(descriptor)
            return header.bytes.count == size && !header.isSound
        }
    }

    /// Returns whether a file is a catalogue, however damaged: it begins like one, has been used as one, or has a part
    /// of the list of its tables.
    static func isOfCatalogue(_ path: String) -> Bool {
        var found = stat()
        let hasLog =
            unsafe lstat(path + "-wal", &found) == 0 && found.st_mode & S_IFMT == S_IFREG
        let logSize = found.st_size
        return withFile(path) { descriptor in
            // A mere attempt to open a database creates an empty log beside it.
            if hasLog, logSize > 0 || !DatabaseHeader(descriptor).isDatabase { return true }
            return isMade(descriptor)
        }
    }

    private static func withFile(_ path: String, _ body: (Int32) -> Bool) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return body(descriptor)
    }

    /// Whether an open file was written as a catalogue, by its header or its tables.
    private static func isMade(_ descriptor: Int32) -> Bool {
        DatabaseHeader(descriptor).isCatalogue || hasTables(DatabasePages(descriptor))
    }

    /// The tables that no other program has.
    private static let tables = ["tombstone", "userCollection", "smartAlbum"].map {
        Array("CREATE TABLE \($0)".utf8)
    }

    private static func hasTables(_ pages: DatabasePages) -> Bool {
        (1...max(1, pages.count)).contains { number in
            guard let page = pages.read(number), SchemaLeaf(page) != nil else { return false }
            return tables.contains { page.firstRange(of: $0) != nil }
        }
    }

    /// Marks a file as complete without a log beside it.
    ///
    /// Returns false if the file cannot be written.
    static func dropLog(_ descriptor: Int32) -> Bool {
        let versions: [UInt8] = [1, 1]
        return unsafe pwrite(descriptor, versions, versions.count, 18) == versions.count
    }
}
