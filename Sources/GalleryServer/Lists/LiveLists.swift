internal import Foundation
internal import HTTPTypes
internal import Photos
internal import Synchronization

/// The lists that pages show, told of each change of the library.
final class LiveLists: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    /// How many are kept without a page.
    private static let most = 64

    /// Tells the versions of this run of the server from those of others.
    let run = String(UInt64.random(in: 1...UInt64.max), radix: 36)
    private let calendar: Calendar
    private let lists = Mutex<[ListQuery: LiveList]>([:])

    init(calendar: Calendar = Calendar(identifier: .gregorian)) {
        self.calendar = calendar
    }

    /// Begins to follow the library; nothing is followed before.
    func begin() { PHPhotoLibrary.shared().register(self) }

    /// The list of a query, made at the first question.
    ///
    /// - Throws: ``GalleryError``.
    func list(_ query: ListQuery) throws -> LiveList {
        // Fetched with the lock held: a change that comes meanwhile finds the list, and one from before is in it.
        try lists.withLock { lists in
            if let known = lists[query] {
                try query.requireScope()
                return known
            }
            dropIdle(&lists)
            if lists.count >= Self.most {
                let unseen = lists.filter { $0.value.isUnseen }
                let oldest = unseen.min { $0.value.lastUse < $1.value.lastUse }
                if let oldest { lists[oldest.key] = nil }
            }
            guard lists.count < Self.most else {
                throw GalleryError(
                    status: .tooManyRequests,
                    reason: "too many different lists are open; close some pages"
                )
            }
            let made = try LiveList(query, calendar, run: run)
            lists[query] = made
            return made
        }
    }

    private func dropIdle(_ lists: inout [ListQuery: LiveList]) {
        let now = DispatchTime.now()
        lists = lists.filter { !$0.value.isIdle(now: now) }
    }

    func photoLibraryDidChange(_ change: PHChange) {
        let lists = lists.withLock { lists in
            dropIdle(&lists)
            return Array(lists.values)
        }
        for list in lists {
            list.apply(change)
            list.tellOfLibrary()
        }
    }
}
