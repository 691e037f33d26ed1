internal import CSystemCalls
internal import Glibc

/// Which bytes a file holds: equal for a file that was moved, another for one that was edited.
package struct ContentKey: Hashable, Sendable {
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// The xxHash of the first 64 KiB, with what is known of the rest.
    package var fingerprint: Int64
    /// The time of change at which the file was found to hold this, in nanoseconds since 1970; 0 if that is not known.
    ///
    /// A file that is moved gets another, so it tells only whether the file is still as it was found.
    package var changed: Int64

    package init(size: Int64, modified: Int64, fingerprint: Int64, changed: Int64 = 0) {
        (self.size, self.modified, self.fingerprint) = (size, modified, fingerprint)
        self.changed = changed
    }

    /// Whether there is a file at a path, which ends with a zero, that is not as it was when it held this.
    package func isOther(at path: [CChar]) -> Bool {
        var found = heliograph_stat()
        guard unsafe heliograph_stat_at(AT_FDCWD, path, &found) == 0 else { return false }
        return !isState(found)
    }

    /// Whether an open file is as it was when it held this.
    func isOf(_ descriptor: Int32) -> Bool {
        var found = heliograph_stat()
        return unsafe heliograph_stat_at(descriptor, nil, &found) == 0 && isState(found)
    }

    private func isState(_ found: heliograph_stat) -> Bool {
        Int64(clamping: found.size) == size && found.modified == modified
            && (changed == 0 || found.changed == changed)
    }
}
