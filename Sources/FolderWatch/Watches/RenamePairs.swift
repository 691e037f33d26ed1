internal import Glibc

/// Puts together the two events of a rename: `IN_MOVED_FROM` with the old name, and `IN_MOVED_TO` with the new one.
///
/// The kernel queues one after the other, but what happens elsewhere can come between.
struct RenamePairs {
    /// How many renames can be under way at once.
    private static let most = 32
    private var begun: [(cookie: UInt32, name: PendingName)] = []

    /// Takes in an event of a file's rename.
    ///
    /// - Returns: At the second event of a pair the name that the first one gave.
    mutating func complete(_ event: WatchEvent, _ name: PendingName) -> PendingName? {
        if event.mask & UInt32(IN_MOVED_FROM) != 0 {
            if begun.count == Self.most { begun.removeFirst() }
            begun.append((event.cookie, name))
            return nil
        }
        guard let index = begun.lastIndex(where: { $0.cookie == event.cookie }) else { return nil }
        return begun.remove(at: index).name
    }
}
