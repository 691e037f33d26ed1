internal import Glibc

/// Room that is kept on the disk of a catalogue, so that the catalogue itself can say that the disk is full.
///
/// It is a file beside the catalogue that holds nothing: given up when the disk is full, taken again when there is
/// room. A disk that is too small for it does without.
package struct DiskReserve: Sendable {
    private let path: String

    /// Enough for a few pages of each table, and for what the failed transaction left behind.
    private static let size = 1 << 20
    /// What has to be free besides before indexing goes on.
    ///
    /// A walk for a single commit would be for nothing. Not more, or a disk that is small itself would never have
    /// room again.
    private static let room = 1 << 20

    package init(catalogue: String) {
        path = CatalogueLocation.resolved(catalogue) + "-reserve"
    }

    /// Takes the reserve; false when there is no room for it.
    package func take() -> Bool {
        allocate(Self.size)
    }

    /// Takes the reserve if there is room for it and for more.
    ///
    /// - Returns: False when the disk is full; true also when that cannot be told.
    package func takeWithRoom() -> Bool {
        // Asked first, so as not to take the last bytes of others for a moment.
        var disk = statvfs()
        if unsafe statvfs(directory, &disk) == 0 {
            guard UInt(disk.f_bavail) * UInt(disk.f_frsize) >= Self.size + Self.room else {
                return false
            }
        }
        return allocate(Self.size + Self.room)
    }

    /// Gives the reserve up; false when there was none.
    @discardableResult
    package func giveUp() -> Bool {
        unsafe unlink(path) == 0
    }

    /// Allocates so many bytes, of which only the reserve is kept; false when the disk has no room for them.
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

    private var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return String(path[...slash])
    }
}
