internal import Glibc

/// Pairs the two events of a rename: `IN_MOVED_FROM` with the old name and `IN_MOVED_TO` with the new one.
///
/// The kernel queues one right after the other, but events from elsewhere can come in between.
struct RenamePairs {
    struct Beginning {
        fileprivate let cookie: UInt32
        let name: PendingName
        /// Whether the name may belong to a media file.
        let isMedia: Bool
    }

    /// The maximum number of renames under way at once.
    private static let most = 32
    private var begun: [Beginning] = []

    /// Takes in one event of a file's rename.
    ///
    /// - Returns: The first event's information, at the second event of a pair.
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
