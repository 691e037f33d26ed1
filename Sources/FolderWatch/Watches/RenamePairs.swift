internal import Glibc

/// Puts together the two events of a rename: `IN_MOVED_FROM` with the old name, and `IN_MOVED_TO` with the new one.
///
/// The kernel queues one after the other, but what happens elsewhere can come between.
struct RenamePairs {
    struct Beginning {
        fileprivate let cookie: UInt32
        let name: PendingName
        /// Whether the name can be that of a media file.
        let isMedia: Bool
    }

    /// How many renames can be under way at once.
    private static let most = 32
    private var begun: [Beginning] = []

    /// Takes in an event of a file's rename.
    ///
    /// - Returns: At the second event of a pair what the first one said.
    mutating func complete(
        _ event: WatchEvent,
        _ name: PendingName,
        _ isMedia: Bool
    ) -> Beginning? {
        if event.mask & UInt32(IN_MOVED_FROM) != 0 {
            if begun.count == Self.most { begun.removeFirst() }
            begun.append(Beginning(cookie: event.cookie, name: name, isMedia: isMedia))
            return nil
        }
        guard let index = begun.lastIndex(where: { $0.cookie == event.cookie }) else { return nil }
        return begun.remove(at: index)
    }
}
