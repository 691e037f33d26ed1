internal import Catalogue
public import Foundation
internal import PhotoModel

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
    /// The last commit that was told of; nil while there is no catalogue.
    private var position: Position?

    /// A commit of a catalogue.
    private struct Position {
        let library: ObjectUUID
        let sequence: Int64
    }

    /// Adds an observer, unless it is there already.
    ///
    /// `notify`: Tells the observer, which it does not keep alive.
    func add(
        _ observer: any NSObjectProtocol,
        of connection: LibraryConnection,
        _ notify: @escaping () -> Void
    ) {
        change { entries in
            guard !entries.contains(where: { $0.observer === observer }) else { return }
            entries.append(Entry(observer, notify))
            connection.isObserved = true
            guard listener == nil else { return }
            position = connection.ask {
                Position(library: $0.library, sequence: try $0.bounds().sequence)
            }
            listener = CommitListener(catalogue: connection.path) { [weak self] in
                self?.look(connection)
            }
        }
        // What was committed before the listener was there.
        look(connection)
    }

    func remove(_ observer: any NSObjectProtocol, of connection: LibraryConnection) {
        change { entries in
            entries.removeAll { $0.observer === observer }
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
                let now = Position(library: reader.library, sequence: try reader.bounds().sequence)
                return (now, try Self.hasNews(reader, now, since: known))
            }
            guard let (now, hasNews) = found else { return }
            position = now
            for entry in entries where hasNews && !entry.isWaiting { notify(entry) }
        }
    }

    /// Another catalogue, or an earlier state of it that came back, is news as a whole.
    private static func hasNews(
        _ reader: CatalogueReader,
        _ now: Position,
        since known: Position?
    ) throws -> Bool {
        guard let known, known.library == now.library, known.sequence <= now.sequence else {
            return true
        }
        return try now.sequence > known.sequence && reader.hasNews(since: known.sequence)
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
