internal import Catalogue
public import Foundation
internal import PhotoModel

/// An observer that is notified of every change of a library, including those of other programs.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a serial queue in the background; one call may stand for several changes.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// The observers of a library's changes.
final class ChangeObservers: @unchecked Sendable {
    // `@unchecked Sendable` is true because stored properties, entries included, are accessed only with the lock held.

    /// An observer and the state of its notifications; accessed only with the lock held.
    private final class Entry {
        weak var observer: (any NSObjectProtocol)?
        let interest: Interest
        let notify: Notification
        let queue = DispatchQueue(label: "photo library changes")
        var isWaiting = false
        /// The position up to which the observer was notified; accessed only on the queue.
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

    /// The kind of notification an observer registers for; one observer may register for both.
    enum Interest {
        case changes, persistentChanges
    }

    /// The outcome of notifying an observer.
    enum Outcome {
        case told(LibraryPosition)
        case nothing
        /// The catalogue is being replaced, so the observer has to be notified later.
        case unreadable
    }

    /// A closure that notifies an observer of the changes after a position.
    typealias Notification = (_ known: LibraryPosition?) -> Outcome

    private let lock = NSLock()
    private var entries: [Entry] = []
    private var listener: CommitListener?
    /// The last commit that was reported; nil while there is no catalogue.
    private var position: LibraryPosition?

    /// Adds an observer, unless it is already registered.
    ///
    /// `notify`: Notifies the observer, which it must not retain.
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
        // This covers commits from before the listener existed.
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

    /// Changes the entries of observers that still exist.
    ///
    /// No observer is released while the lock is held: releasing the last reference runs its `deinit`, which may
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

    /// Notifies all observers if there are changes.
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
        // Its properties are accessed only with the lock held, here and in the block.
        nonisolated(unsafe) let entry = entry
        unsafe entry.queue.async { [self] in
            // Later commits need another call.
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

    /// Tries again after a second, unless another notification comes first.
    private func tellLater(_ entry: Entry) {
        // As in ``notify(_:)``.
        nonisolated(unsafe) let entry = entry
        unsafe entry.queue.asyncAfter(deadline: .now() + .seconds(1)) { [self] in
            lock.withLock { if unsafe !entry.isWaiting { unsafe notify(entry) } }
        }
    }
}
