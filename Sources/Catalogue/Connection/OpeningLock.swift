internal import Glibc

/// Keeps a catalogue from being replaced by another file while it is being opened.
///
/// SQLite opens the file first and then, by its name, the shared memory beside it. If another catalogue took the place
/// in between, the memory would be that of the other one, and closing it would end the locks that other connections of
/// the process have on it. The lock is on the directory, for which permission to read it is enough.
enum OpeningLock {
    /// The longest time for which an opening waits for a replacement, in microseconds; one takes milliseconds.
    private static let patience: UInt32 = 2_000_000
    /// The longest time for which a replacement waits for openings, in microseconds.
    private static let greatPatience: UInt32 = 30_000_000

    /// Opens a catalogue while none is being replaced; does not wait for ever, because anybody may take the lock.
    static func opening<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let directory = open(path)
        defer { if directory >= 0 { close(directory) } }
        _ = LockFile.take(directory, LOCK_SH, patience: patience)
        return try body()
    }

    /// Replaces a catalogue while nobody is opening it.
    ///
    /// - Throws: ``CatalogueError`` if programs keep opening it, and what `body` throws.
    static func replacing<Result>(
        _ path: String,
        _ body: () throws(CatalogueError) -> Result
    ) throws(CatalogueError) -> Result {
        let directory = open(path)
        defer { if directory >= 0 { close(directory) } }
        guard LockFile.take(directory, LOCK_EX, patience: greatPatience) else {
            throw CatalogueError(
                .locked,
                "other programs keep opening the catalogue \(path); try again"
            )
        }
        return try body()
    }

    private static func open(_ path: String) -> Int32 {
        let directory = CatalogueLocation.directory(of: CatalogueLocation.resolved(path))
        return unsafe Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
}
