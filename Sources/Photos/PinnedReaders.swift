internal import Catalogue
internal import Foundation

/// The readers that keep states of a catalogue readable while others are committed.
///
/// Only a few exist at a time, and no state is kept while the write-ahead log is large: it cannot shrink while an
/// earlier state is read.
final class PinnedReaders: @unchecked Sendable {
    // `@unchecked Sendable` is true because stored properties are accessed only with the lock held, and a reader is in
    // one place at a time.

    private static let most = 4
    private static let largestLog = 64 << 20

    private let path: String
    private let lock = NSLock()
    private var moments: [Kept] = []
    /// A reader that is not in use.
    private var spare: Pinned?

    /// A reader and the file it has open.
    struct Pinned {
        let reader: CatalogueReader
        fileprivate let file: FileNumber
    }

    private struct Kept {
        weak var moment: LibraryMoment?
    }

    init(path: String) {
        self.path = path
    }

    /// Returns a reader that sees the present state until it is given back; nil if none can be provided.
    func take() -> Pinned? {
        guard !isLogLarge, let now = FileNumber(path: path) else { return nil }
        let known = lock.withLock {
            defer { spare = nil }
            return spare
        }
        do {
            let isCurrent = known?.file == now
            let pinned =
                isCurrent ? known : Pinned(reader: try CatalogueReader(path: path), file: now)
            try pinned?.reader.pin()
            return pinned
        } catch {
            return nil
        }
    }

    private var isLogLarge: Bool {
        var found = stat()
        guard unsafe stat(path + "-wal", &found) == 0 else { return false }
        return found.st_size > Self.largestLog
    }

    /// Registers a moment, and releases the reader of the oldest if there are too many.
    func add(_ moment: LibraryMoment) {
        // Moments must not be released while the lock is held: giving a reader back takes it again.
        let all = lock.withLock {
            let all = moments.compactMap(\.moment) + [moment]
            moments = all.suffix(Self.most).map { Kept(moment: $0) }
            return all
        }
        for moment in all.dropLast(Self.most) { moment.letGo() }
    }

    /// Takes back a reader.
    func giveBack(_ pinned: Pinned) {
        pinned.reader.unpin()
        lock.withLock { spare = pinned }
    }
}
