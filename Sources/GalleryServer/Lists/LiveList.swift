internal import Foundation
internal import NIOCore
internal import Photos
internal import Synchronization

/// A list that pages show, kept up to date, with the events that led to its current state.
///
/// All pages that show the same list share one instance, so that an event is encoded once for a hundred of them.
final class LiveList: Sendable {
    /// A list at one moment.
    struct Snapshot: Sendable {
        let version: Int
        let result: PHFetchResult<PHAsset>
        let months: [MonthCount]?
    }

    /// A message to a page.
    enum Message: Sendable {
        /// An event with its encoded text, which all pages share.
        case event(version: Int, text: ByteBuffer)
        /// The page has to fetch the list again.
        case reload(version: Int)
        /// The library has changed, though perhaps not this list.
        case library
        /// The collection that the list shows, such as an album, no longer exists.
        case gone

        var version: Int? {
            switch self {
            case .event(let version, _), .reload(let version): version
            case .library, .gone: nil
            }
        }
    }

    fileprivate struct State {
        var result: PHFetchResult<PHAsset>
        var months: MonthIndex?
        var version = 1
        var past: ArraySlice<Message> = []
        var pages: [UInt64: AsyncStream<Message>.Continuation] = [:]
        var lastPage: UInt64 = 0
        /// The last time a page requested the list, in system uptime.
        var used = DispatchTime.now()
    }

    /// The number of events kept for pages that were asleep.
    private static let mostPast = 256
    /// The most events that may wait for a page before it has to reload.
    private static let mostWaiting = 64

    let query: ListQuery
    private let calendar: Calendar
    /// The identifier of the server's run.
    private let run: String
    private let state: Mutex<State>
    /// Held while a change is applied, so that changes follow one another.
    private let applying = Mutex(())

    init(_ query: ListQuery, _ calendar: Calendar, run: String) throws {
        let (result, isByDate) = try query.fetch()
        (self.query, self.calendar, self.run) = (query, calendar, run)
        let months = isByDate ? Self.months(of: result, calendar) : nil
        state = Mutex(State(result: result, months: months))
    }

    private static func months(of result: PHFetchResult<PHAsset>, _ calendar: Calendar)
        -> MonthIndex
    {
        MonthIndex(count: result.count) { month(at: $0, of: result, calendar) }
    }

    private static func month(
        at position: Int,
        of result: PHFetchResult<PHAsset>,
        _ calendar: Calendar
    ) -> MonthIndex.Month {
        MonthIndex.Month(result[position].creationDate ?? .distantPast, in: calendar)
    }

    /// Returns the current list.
    func snapshot() -> Snapshot {
        state.withLock { state in
            state.used = .now()
            return Snapshot(
                version: state.version,
                result: state.result,
                months: state.months.map(MonthCount.all)
            )
        }
    }

    /// Returns whether no page follows the list, and none has requested it for a while.
    func isIdle(now: DispatchTime) -> Bool {
        state.withLock { state in
            state.pages.isEmpty
                && state.used.uptimeNanoseconds + 60_000_000_000 < now.uptimeNanoseconds
        }
    }

    /// Whether no page follows the list.
    var isUnseen: Bool { state.withLock { $0.pages.isEmpty } }

    /// The last time a page requested the list.
    var lastUse: DispatchTime { state.withLock { $0.used } }

    /// Applies a change of the library, unless the list already includes it.
    func apply(_ change: PHChange) { applying.withLock { _ in applyNext(change) } }

    private func applyNext(_ change: PHChange) {
        let before = state.withLock { $0.result }
        guard let details = change.changeDetails(for: before) else { return }
        let after = details.fetchResultAfterChanges
        let months = months(after: details)
        let data =
            details.hasIncrementalChanges
            ? try? JSONAnswer.data(ListEvent(details, months.map(MonthCount.all))) : nil
        state.withLock { state in
            state.version += 1
            (state.result, state.months) = (after, months)
            let version = state.version
            let message =
                data.map {
                    Message.event(
                        version: version,
                        text: EventStream.text("change", "\(run)-\(version)", $0)
                    )
                } ?? .reload(version: version)
            if data == nil { state.past = [] }
            state.past.append(message)
            state.past = state.past.suffix(Self.mostPast)
            for (page, continuation) in state.pages { state.send(message, to: page, continuation) }
        }
    }

    /// Notifies the pages that albums or their counts may have changed, or that the list's own collection is gone.
    func tellOfLibrary() {
        let message = (try? query.requireScope()) == nil ? Message.gone : .library
        state.withLock { state in
            for (page, continuation) in state.pages { state.send(message, to: page, continuation) }
        }
    }

    private func months(after details: PHFetchResultChangeDetails<PHAsset>) -> MonthIndex? {
        guard var months = state.withLock({ $0.months }) else { return nil }
        let after = details.fetchResultAfterChanges
        let calendar = calendar
        let month = { Self.month(at: $0, of: after, calendar) }
        guard details.hasIncrementalChanges else { return Self.months(of: after, calendar) }
        let isKnown = months.change(
            removing: details.removedObjects.map { Self.month(of: $0, calendar) },
            inserting: details.insertedObjects.map { Self.month(of: $0, calendar) }
        )
        return isKnown && months.holds(count: after.count, month)
            ? months : MonthIndex(count: after.count, month)
    }

    private static func month(of asset: PHAsset, _ calendar: Calendar) -> MonthIndex.Month {
        MonthIndex.Month(asset.creationDate ?? .distantPast, in: calendar)
    }

    /// Returns the events after a version, followed by future ones until the page closes.
    ///
    /// `version`: The version that the page has; nil if it is from another run of the server.
    func follow(after version: Int?) -> AsyncStream<Message> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Message.self,
            bufferingPolicy: .bufferingOldest(Self.mostPast + Self.mostWaiting)
        )
        let page = state.withLock { state in
            state.used = .now()
            for message in state.missed(after: version) { continuation.yield(message) }
            state.lastPage += 1
            state.pages[state.lastPage] = continuation
            return state.lastPage
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.pages.removeValue(forKey: page) }
        }
        return stream
    }
}

extension LiveList.State {
    /// Returns the messages that a page with this version has missed.
    fileprivate func missed(after known: Int?) -> [LiveList.Message] {
        guard let known, known <= version else { return [.reload(version: version)] }
        guard known < version else { return [] }
        let later = past.drop { $0.version ?? 0 <= known }
        guard later.first?.version == known + 1 else { return [.reload(version: version)] }
        return Array(later)
    }

    /// Sends a message to a page; drops a page that does not read, which then reconnects by itself.
    fileprivate mutating func send(
        _ message: LiveList.Message,
        to page: UInt64,
        _ continuation: AsyncStream<LiveList.Message>.Continuation
    ) {
        if case .enqueued = continuation.yield(message) { return }
        pages.removeValue(forKey: page)
        continuation.finish()
    }
}

extension MonthCount {
    static func all(_ months: MonthIndex) -> [MonthCount] {
        months.sections.map { MonthCount(month: $0.month.name, count: $0.count) }
    }
}
