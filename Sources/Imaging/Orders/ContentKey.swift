internal import CSystem
internal import Glibc

/// Which bytes a file holds: equal for a file that was moved, another for one that was edited.
package struct ContentKey: Hashable, Sendable {
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// The xxHash of the first 64 KiB.
    package var fingerprint: Int64

    package init(size: Int64, modified: Int64, fingerprint: Int64) {
        (self.size, self.modified, self.fingerprint) = (size, modified, fingerprint)
    }

    /// Whether there is a file at a path, which ends with a zero, of another size or modified at another time.
    package func isOther(at path: [CChar]) -> Bool {
        var found = heliograph_stat()
        guard unsafe heliograph_stat_at(AT_FDCWD, path, &found) == 0 else { return false }
        return Int64(clamping: found.size) != size || found.modified != modified
    }

    /// Whether an open file is of this size and was modified then.
    func isOf(_ descriptor: Int32) -> Bool {
        var found = heliograph_stat()
        return unsafe heliograph_stat_at(descriptor, nil, &found) == 0
            && Int64(clamping: found.size) == size && found.modified == modified
    }
}
