internal import Foundation
internal import NIOCore
internal import Photos
internal import Synchronization

/// A list that pages show, kept up to date, with the events that led to it.
///
/// All pages with the same list share one, so that an event is made once for a hundred of them.
final class LiveList: Sendable {
    /// A list at one moment.
    struct Snapshot: Sendable {
        let version: Int
        let result: PHFetchResult<PHAsset>
        let months: [MonthCount]?
    }

    /// What is sent to a page.
    enum Message: Sendable {
        /// With what is written to each page, which all share.
        case event(version: Int, text: ByteBuffer)
        /// The page has to ask for the list anew.
        case reload(version: Int)
        /// Something changed in the library, perhaps not in the list.
        case library
        /// What it was a list of, such as an album, is not there any more.
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
        /// When a page asked for it last, in the system's uptime.
        var used = DispatchTime.now()
    }

    /// How many events are kept for pages that slept.
    private static let mostPast = 256
    /// How many events a page may be behind before it is told to reload.
    private static let mostWaiting = 64

    let query: ListQuery
    private let calendar: Calendar
    /// Which run of the server it is of.
    private let run: String
    private let state: Mutex<State>
    /// Changes are applied one after another.
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

    /// The list as it is now.
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

    /// Whether no page has it, and none has asked for it in a while.
    func isIdle(now: DispatchTime) -> Bool {
        state.withLock { state in
            state.pages.isEmpty
                && state.used.uptimeNanoseconds + 60_000_000_000 < now.uptimeNanoseconds
        }
    }

    /// Whether no page follows it.
    var isUnseen: Bool { state.withLock { $0.pages.isEmpty } }

    /// When a page asked for it last.
    var lastUse: DispatchTime { state.withLock { $0.used } }

    /// Applies a change of the library, unless the list is of a later state.
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

    /// Tells the pages that albums may have changed, or their counts, and if that of the list is gone.
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

    /// The events after a version, and then those to come, until the page goes.
    ///
    /// `version`: What the page has; nil for one of another run of the server.
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
    /// What a page has to be told that has a version.
    fileprivate func missed(after known: Int?) -> [LiveList.Message] {
        guard let known, known <= version else { return [.reload(version: version)] }
        guard known < version else { return [] }
        let later = past.drop { $0.version ?? 0 <= known }
        guard later.first?.version == known + 1 else { return [.reload(version: version)] }
        return Array(later)
    }

    /// Sends a message to a page; one that does not read is told no more, and comes back by itself.
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
