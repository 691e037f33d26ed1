internal import Catalogue
public import Foundation
internal import PhotoModel

/// Is told of every change of a library, whoever made it.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a serial queue in the background; changes that come together are told together.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// Who wants to hear of a library's changes.
final class ChangeObservers: @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored, entries included, is touched by whoever holds
    // the lock only.

    /// An observer with what it has not heard of yet; touched with the lock held only.
    private final class Entry {
        weak var observer: (any NSObjectProtocol)?
        let interest: Interest
        let notify: Notification
        let queue = DispatchQueue(label: "photo library changes")
        var isWaiting = false
        /// Up to where it has been told; touched on the queue only.
        var known: LibraryPosition?

        init(
            _ observer: any NSObjectProtocol,
            _ interest: Interest,
            _ known: LibraryPosition?,
            _ notify: @escaping Notification
        ) {
            (self.observer, self.interest) = (observer, interest)
            (self.known, self.notify) = (known, notify)
        }
    }

    /// What an observer wants to hear of; one may register for both.
    enum Interest {
        case changes, persistentChanges
    }

    /// What became of telling an observer.
    enum Outcome {
        case told(LibraryPosition)
        case nothing
        /// The catalogue is being replaced: it has to be told later.
        case unreadable
    }

    /// Tells an observer what came after a position.
    typealias Notification = (_ known: LibraryPosition?) -> Outcome

    private let lock = NSLock()
    private var entries: [Entry] = []
    private var listener: CommitListener?
    /// The last commit that was told of; nil while there is no catalogue.
    private var position: LibraryPosition?

    /// Adds an observer, unless it is there already.
    ///
    /// `notify`: Tells the observer, which it does not keep alive.
    func add(
        _ observer: any NSObjectProtocol,
        _ interest: Interest,
        of connection: LibraryConnection,
        _ notify: @escaping Notification
    ) {
        change { entries in
            let isKnown = entries.contains { $0.observer === observer && $0.interest == interest }
            guard !isKnown else { return }
            let now = connection.ask { try LibraryPosition($0) }
            entries.append(Entry(observer, interest, now, notify))
            connection.isObserved = true
            guard listener == nil else { return }
            position = now
            listener = CommitListener(catalogue: connection.path) { [weak self] in
                self?.look(connection)
            }
        }
        // What was committed before the listener was there.
        look(connection)
    }

    func remove(
        _ observer: any NSObjectProtocol,
        _ interest: Interest,
        of connection: LibraryConnection
    ) {
        change { entries in
            entries.removeAll { $0.observer === observer && $0.interest == interest }
            guard entries.isEmpty else { return }
            listener = nil
            connection.isObserved = false
        }
    }

    /// Changes the entries of observers that are still there.
    ///
    /// None of these goes while the lock is held: the last to let go of an observer runs its `deinit`, which may
    /// unregister it.
    private func change(_ body: (inout [Entry]) -> Void) {
        let observers = lock.withLock {
            let observers = entries.map(\.observer)
            entries = zip(entries, observers).filter { $0.1 != nil }.map(\.0)
            body(&entries)
            return observers
        }
        withExtendedLifetime(observers) {}
    }

    /// Tells everybody when there is news.
    private func look(_ connection: LibraryConnection) {
        change { entries in
            let known = position
            let found = connection.ask { reader in
                let now = try LibraryPosition(reader)
                return (now, try now.hasNews(since: known, reader))
            }
            guard let (now, hasNews) = found else { return }
            position = now
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
            guard isRegistered else { return }
            switch unsafe entry.notify(entry.known) {
            case .told(let position): unsafe entry.known = position
            case .nothing: break
            case .unreadable: unsafe tellLater(entry)
            }
        }
    }

    /// Tries again in a second, unless somebody else does before.
    private func tellLater(_ entry: Entry) {
        // As in ``notify(_:)``.
        nonisolated(unsafe) let entry = entry
        unsafe entry.queue.asyncAfter(deadline: .now() + .seconds(1)) { [self] in
            lock.withLock { if unsafe !entry.isWaiting { unsafe notify(entry) } }
        }
    }
}
