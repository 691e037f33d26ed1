internal import Foundation
internal import HTTPTypes
internal import Photos
internal import Synchronization

/// The lists that pages show, which receive each change of the library.
final class LiveLists: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    /// The most lists that are kept.
    private static let most = 64

    /// The identifier of this run of the server, which tags the versions of its lists.
    let run = String(UInt64.random(in: 1...UInt64.max), radix: 36)
    private struct State {
        var lists: [ListQuery: LiveList] = [:]
        /// The lists that are being fetched; other requests for the same list wait.
        var making: [ListQuery: DispatchGroup] = [:]
        /// The last change of the library that was reported.
        var last: PHChange?
    }

    private let state = Mutex(State())

    /// The list that a page shows first; it is always kept, so that no page waits while a million photos are listed.
    private static let front = try? ListQuery(scope: .library)

    /// Registers for changes of the library; until then, the lists do not change.
    func begin() { PHPhotoLibrary.shared().register(self) }

    /// Fetches the list that a page shows first.
    func prepare() {
        if let front = Self.front { _ = try? list(front) }
    }

    /// Returns the list of a query, which is fetched by the first request.
    ///
    /// - Throws: ``GalleryError``.
    func list(_ query: ListQuery) throws -> LiveList {
        while true {
            switch try step(query) {
            case .known(let list):
                try query.requireScope()
                return list
            case .wait(let making): making.wait()
            case .make(let making):
                defer { making.leave() }
                return try make(query)
            }
        }
    }

    /// The next step to get a list.
    private enum Step {
        case known(LiveList)
        case wait(DispatchGroup)
        case make(DispatchGroup)
    }

    /// Fetches a list, which may take long; only requests for the same list wait for it.
    private func make(_ query: ListQuery) throws -> LiveList {
        defer { state.withLock { $0.making[query] = nil } }
        let made = try LiveList(query, .ofPage, run: run)
        let last = state.withLock { state in
            state.lists[query] = made
            return state.last
        }
        // Changes during the fetch were not applied to the new list.
        if let last { made.apply(last) }
        return made
    }

    private func step(_ query: ListQuery) throws -> Step {
        try state.withLock { state in
            if let known = state.lists[query] { return .known(known) }
            if let making = state.making[query] { return .wait(making) }
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
            let making = DispatchGroup()
            making.enter()
            state.making[query] = making
            return .make(making)
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
    /// The calendar for the page's months and years: in the library's time zone, for lists are in the order of
    /// instants.
    static var ofPage: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = PHPhotoLibrary.shared().timeZone
        return calendar
    }
}
