internal import Catalogue
public import Foundation

/// Is told of every change of a library, whoever made it.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a serial queue in the background; changes that come together are told together.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

extension PHPhotoLibrary {
    /// Has an observer told of changes from now on; it is not kept alive for that.
    ///
    /// Each observer has a queue of its own: one that takes its time delays nobody else.
    public func register(_ observer: any PHPhotoLibraryChangeObserver) {
        changes.add(observer, of: connection) { [weak observer] in
            observer?.photoLibraryDidChange(PHChange())
        }
    }

    /// Has an observer told no more.
    public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        changes.remove(observer, of: connection)
    }
}

/// Who wants to hear of a library's changes.
final class ChangeObservers: @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored, entries included, is touched by whoever holds
    // the lock only.

    /// An observer with what it has not heard of yet; touched with the lock held only.
    private final class Entry {
        weak var observer: (any NSObjectProtocol)?
        let notify: () -> Void
        let queue = DispatchQueue(label: "photo library changes")
        var isWaiting = false

        init(_ observer: any NSObjectProtocol, _ notify: @escaping () -> Void) {
            (self.observer, self.notify) = (observer, notify)
        }
    }

    private let lock = NSLock()
    private var entries: [Entry] = []
    private var listener: CommitListener?
    /// The last commit that was told of.
    private var position: Int64 = 0

    /// `notify`: Tells the observer, which it does not keep alive.
    func add(
        _ observer: any NSObjectProtocol,
        of connection: LibraryConnection,
        _ notify: @escaping () -> Void
    ) {
        lock.withLock {
            entries.append(Entry(observer, notify))
            connection.isObserved = true
            guard listener == nil else { return }
            position = connection.ask { try $0.bounds().sequence } ?? 0
            listener = CommitListener(catalogue: connection.path) { [weak self] in
                self?.look(connection)
            }
        }
        // What was committed before the listener was there.
        look(connection)
    }

    func remove(_ observer: any NSObjectProtocol, of connection: LibraryConnection) {
        lock.withLock {
            entries.removeAll { $0.observer == nil || $0.observer === observer }
            guard entries.isEmpty else { return }
            listener = nil
            connection.isObserved = false
        }
    }

    /// Tells everybody when there is news.
    private func look(_ connection: LibraryConnection) {
        lock.withLock {
            let base = position
            let found = connection.ask { reader in
                let sequence = try reader.bounds().sequence
                return (sequence, sequence > base ? try reader.hasNews(since: base) : false)
            }
            guard let (sequence, hasNews) = found else { return }
            position = sequence
            entries.removeAll { $0.observer == nil }
            for entry in entries where hasNews && !entry.isWaiting { notify(entry) }
        }
    }

    private func notify(_ entry: Entry) {
        entry.isWaiting = true
        // What is in it is touched with the lock held only, here and in the block.
        nonisolated(unsafe) let entry = entry
        unsafe entry.queue.async { [self] in
            // What is committed from here on needs another call.
            let isRegistered = lock.withLock {
                unsafe entry.isWaiting = false
                return entries.contains { unsafe $0 === entry }
            }
            if isRegistered { unsafe entry.notify() }
        }
    }
}
