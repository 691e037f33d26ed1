internal import Glibc

/// The room that SQLite needs for the memory which the catalogue's processes share, the file named …-shm.
///
/// SQLite makes it large enough by writing one byte into each 4,096 of them. Where blocks are smaller, as on ext4 below
/// 512 MB, the blocks in between are allocated when the memory is written to, and on a full disk that ends the process
/// with SIGBUS.
enum SharedMemoryRoom {
    /// What it takes for a log that is checkpointed in time, several times over.
    private static let size: UInt = 128 << 10
    private static let page: UInt = 4_096
    /// What SQLite makes of it at once.
    private static let least = 32 << 10

    /// Throws ``CatalogueError`` if the shared memory of a catalogue could end the process that makes it.
    ///
    /// Beside a running indexer there is no need to ask: it has made it.
    static func require(_ path: String) throws {
        guard isThere(path) else { throw CatalogueError.full(path) }
    }

    private static func isThere(_ path: String) -> Bool {
        var disk = statvfs()
        guard unsafe statvfs(CatalogueLocation.directory(of: path), &disk) == 0,
            UInt(disk.f_frsize) < page
        else { return true }
        // Of what is free besides, root may use a part only, and it is not told which.
        return UInt(disk.f_bavail) * UInt(disk.f_frsize) >= size
    }

    /// The name by which a reader opens a catalogue: on a full disk one by which SQLite only reads the memory that
    /// others have made, as it does for who may not write there.
    ///
    /// Throws ``CatalogueError`` when there is no such memory yet.
    static func nameForReading(_ path: String) throws -> String {
        guard CatalogueLock.holder(ofCatalogue: path) == nil, !isThere(path) else { return path }
        var memory = stat()
        guard unsafe stat(path + "-shm", &memory) == 0, memory.st_size >= least else {
            throw CatalogueError.fullForReading(path)
        }
        let escaped = path.utf8.map { byte in
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: String(UnicodeScalar(byte))
            default: "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
            }
        }
        return "file:\(escaped.joined())?readonly_shm=1"
    }
}
