internal import CSystemCalls
internal import Glibc

/// The identity of a file's content: unchanged if the file is moved, different if it is edited.
package struct ContentKey: Hashable, Sendable {
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// The xxHash of the first 64 KiB.
    package var fingerprint: Int64
    /// The change time of the file when it was found with this content, in nanoseconds since 1970; 0 if unknown.
    ///
    /// Moving a file changes it, so it only shows whether the file is still exactly as it was found.
    package var changed: Int64

    package init(size: Int64, modified: Int64, fingerprint: Int64, changed: Int64 = 0) {
        (self.size, self.modified, self.fingerprint) = (size, modified, fingerprint)
        self.changed = changed
    }

    /// Returns whether the file at a zero-terminated path exists and differs from its state with this content.
    package func isOther(at path: [CChar]) -> Bool {
        var found = heliograph_stat()
        guard unsafe heliograph_stat_at(AT_FDCWD, path, &found) == 0 else { return false }
        return !isState(found)
    }

    /// Returns whether an open file is in the same state as when it had this content.
    func isOf(_ descriptor: Int32) -> Bool {
        var found = heliograph_stat()
        return unsafe heliograph_stat_at(descriptor, nil, &found) == 0 && isState(found)
    }

    private func isState(_ found: heliograph_stat) -> Bool {
        Int64(clamping: found.size) == size && found.modified == modified
            && (changed == 0 || found.changed == changed)
    }
}
