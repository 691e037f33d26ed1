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
        /// Those that are being made: whoever asks for one of them as well waits for it.
        var making: [ListQuery: DispatchGroup] = [:]
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

    /// What is to be done for a list.
    private enum Step {
        case known(LiveList)
        case wait(DispatchGroup)
        case make(DispatchGroup)
    }

    /// Makes a list, which may take long; nobody waits for it but those who asked for the same.
    private func make(_ query: ListQuery) throws -> LiveList {
        defer { state.withLock { $0.making[query] = nil } }
        let made = try LiveList(query, calendar, run: run)
        let last = state.withLock { state in
            state.lists[query] = made
            return state.last
        }
        // What changed while it was asked for was not told to it.
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
    /// Where the months and years of the page begin: in UTC, as dates are shown, for a date without an offset is one.
    static var ofPage: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
