internal import Glibc

/// The disk space that SQLite needs for the memory shared by the catalogue's processes, the file named …-shm.
///
/// SQLite extends the file by writing one byte in every 4,096. Where blocks are smaller, as on ext4 below 512 MB, the
/// blocks in between are allocated when the memory is written to, which on a full disk ends the process with SIGBUS.
enum SharedMemoryRoom {
    /// Several times the size for a log that is checkpointed in time.
    private static let size: UInt = 128 << 10
    private static let page: UInt = 4_096
    /// The size that SQLite allocates at once.
    private static let least = 32 << 10

    /// Throws ``CatalogueError`` if the shared memory of a catalogue could end the process that makes it.
    ///
    /// This need not be checked while an indexer runs, which has already allocated the memory.
    static func require(_ path: String) throws {
        guard isThere(path) else { throw CatalogueError.full(path) }
    }

    private static func isThere(_ path: String) -> Bool {
        var disk = statvfs()
        guard unsafe statvfs(CatalogueLocation.directory(of: path), &disk) == 0,
            UInt(disk.f_frsize) < page
        else { return true }
        // Root may use only part of the other free blocks, and how many is not reported.
        return UInt(disk.f_bavail) * UInt(disk.f_frsize) >= size
    }

    /// Returns the name by which a reader opens a catalogue.
    ///
    /// On a full disk, the name makes SQLite only read the memory that others have allocated, as it does for users who
    /// may not write there. Throws ``CatalogueError`` if there is no such memory yet.
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
