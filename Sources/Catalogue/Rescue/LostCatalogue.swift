internal import Glibc
internal import Kernel

/// A catalogue whose file was moved or deleted, so that only the files beside it are left.
package struct LostCatalogue {
    private let catalogue: String
    private let lock: CatalogueLock

    /// Takes the catalogue's lock, and keeps it as long as the value lives; nil if there is no trace of a catalogue.
    ///
    /// Throws ``CatalogueError``.
    package init?(_ path: String) throws {
        catalogue = CatalogueLocation.resolved(path)
        guard Self.isLost(catalogue) else { return nil }
        lock = try CatalogueLock(catalogue: catalogue)
        guard Self.isLost(catalogue) else { return nil }
    }

    private static func isLost(_ path: String) -> Bool {
        var found = stat()
        guard unsafe lstat(path, &found) != 0, errno == ENOENT else { return false }
        return ["-wal", "-shm"].contains { unsafe lstat(path + $0, &found) == 0 }
    }

    /// Sets aside the files that a new catalogue at its place would destroy.
    ///
    /// Returns a line that reports this and what to do about it.
    /// Throws ``CatalogueError``.
    package func setAside() throws -> String {
        let now = SystemClock.shared.date / 1_000_000
        let log = try CatalogueSwap(catalogue, keepingAs: "lost", at: now)
            .keepRest(during: WritingPause(catalogue: catalogue))
        let kept = log.map { " Its last changes are kept in \($0)." } ?? ""
        return """
            the catalogue \(catalogue) is not there any more, so a new library begins, in which every photo is \
            new.\(kept) If it was only moved, stop this and move it back; else put a backup in its place: \
            heliograph restore-catalogue FILE\(CatalogueLocation.option(catalogue))
            """
    }
}
