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
    private struct State {
        var lists: [ListQuery: LiveList] = [:]
        /// The last change that was told.
        var last: PHChange?
    }

    private let state = Mutex(State())

    init(calendar: Calendar = .ofPage) {
        self.calendar = calendar
    }

    /// What a page shows first; it is kept, so that none has to wait for a million photos to be listed.
    private static let front = try? ListQuery(scope: .library)

    /// Begins to follow the library; nothing is followed before.
    func begin() { PHPhotoLibrary.shared().register(self) }

    /// Makes the list that a page shows first.
    func prepare() {
        if let front = Self.front { _ = try? list(front) }
    }

    /// The list of a query, made at the first question.
    ///
    /// - Throws: ``GalleryError``.
    func list(_ query: ListQuery) throws -> LiveList {
        if let known = try known(query) {
            try query.requireScope()
            return known
        }
        // A question may take long, and those of others do not wait for it.
        let made = try LiveList(query, calendar, run: run)
        let (list, last) = state.withLock { state in
            let list = state.lists[query] ?? made
            state.lists[query] = list
            return (list, state.last)
        }
        // What changed while it was asked for was not told to it.
        if list === made, let last { list.apply(last) }
        return list
    }

    /// The list that there is; nil if there is none and room for it.
    private func known(_ query: ListQuery) throws -> LiveList? {
        try state.withLock { state in
            if let known = state.lists[query] { return known }
            Self.dropIdle(&state.lists)
            if state.lists.count >= Self.most {
                let unseen = state.lists.filter { $0.value.isUnseen && $0.key != Self.front }
                let oldest = unseen.min { $0.value.lastUse < $1.value.lastUse }
                if let oldest { state.lists[oldest.key] = nil }
            }
            guard state.lists.count < Self.most else {
                throw GalleryError(
                    status: .tooManyRequests,
                    reason: "too many different lists are open; close some pages"
                )
            }
            return nil
        }
    }

    private static func dropIdle(_ lists: inout [ListQuery: LiveList]) {
        let now = DispatchTime.now()
        lists = lists.filter { $0.key == front || !$0.value.isIdle(now: now) }
    }

    func photoLibraryDidChange(_ change: PHChange) {
        let lists = state.withLock { state in
            state.last = change
            Self.dropIdle(&state.lists)
            return Array(state.lists.values)
        }
        for list in lists {
            list.apply(change)
            list.tellOfLibrary()
        }
    }
}

extension Calendar {
    /// Where the months and years of the page begin: in UTC, as dates are shown, for a date without an offset is one.
    static var ofPage: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
