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

    /// Throws ``CatalogueError`` if the shared memory of a catalogue could end the process that makes it.
    ///
    /// Beside a running indexer there is no need to ask: it has made it.
    static func require(_ path: String) throws {
        var disk = statvfs()
        guard unsafe statvfs(CatalogueLocation.directory(of: path), &disk) == 0,
            UInt(disk.f_frsize) < page
        else { return }
        // Of what is free besides, root may use a part only, and it is not told which.
        guard UInt(disk.f_bavail) * UInt(disk.f_frsize) < size else { return }
        throw CatalogueError.full(path)
    }
}
