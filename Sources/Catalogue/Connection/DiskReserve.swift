internal import Glibc
internal import PhotoModel

/// Reserved space on the catalogue's disk, so that the catalogue can still record that the disk is full.
///
/// It is an empty file of fixed size beside the catalogue: removed when the disk is full, allocated again when there is
/// space. A disk that is too small for the reserve works without it.
package struct DiskReserve: Sendable {
    private let path: String

    /// Enough for a few pages of each table, and for what the failed transaction left behind.
    private static let size = 1 << 20
    /// The space that has to be free in addition to the reserve before indexing continues.
    ///
    /// Resuming for a single commit would waste a walk. The amount is small, or a small disk would never
    /// qualify.
    private static let room = 1 << 20

    package init(catalogue: String) {
        path = CatalogueLocation.resolved(catalogue) + "-reserve"
    }

    /// Allocates the reserve; returns false if there is no space for it.
    package func take() -> Bool {
        allocate(Self.size)
    }

    /// Allocates the reserve if there is space for it and some more.
    ///
    /// - Returns: False when the disk is full; true also when that cannot be determined.
    package func takeWithRoom() -> Bool {
        // Checked first, so as not to take the last bytes from others even for a moment.
        hasRoom && allocate(Self.size + Self.room)
    }

    /// Whether the space that an indexer waits for is free; true also if that cannot be determined.
    private var hasRoom: Bool {
        var disk = statvfs()
        guard unsafe statvfs(CatalogueLocation.directory(of: path), &disk) == 0 else { return true }
        return UInt(disk.f_bavail) * UInt(disk.f_frsize) >= Self.size + Self.room
    }

    /// A message that an indexer would wait for space, and what to do; nil if it would not wait.
    package var shortage: String? {
        guard !hasRoom else { return nil }
        let directory = ShellWord.quoted(CatalogueLocation.directory(of: path))
        return "full: an indexer waits until 2 MB are free for the catalogue; free some space: "
            + "df -h \(directory)"
    }

    /// Removes the reserve; returns false if it did not exist.
    @discardableResult
    package func giveUp() -> Bool {
        unsafe unlink(path) == 0
    }

    /// Allocates a number of bytes, of which only the reserve is kept; returns false if the disk has no space for them.
    private func allocate(_ bytes: Int) -> Bool {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard file >= 0 else { return !CatalogueError.saysFull(errno) }
        defer { close(file) }
        let error = posix_fallocate(file, 0, bytes)
        guard error == 0, ftruncate(file, Self.size) == 0 else {
            giveUp()
            return !CatalogueError.saysFull(error)
        }
        return true
    }
}
