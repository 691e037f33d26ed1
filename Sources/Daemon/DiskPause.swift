internal import Catalogue
internal import Foundation
internal import Indexing
internal import Logging

/// A pause while the disk of the catalogue is full, however long that takes.
///
/// Nothing follows the folders meanwhile; the next indexer's walk finds the changes.
struct DiskPause: Sendable {
    let catalogue: String
    let logger: Logger
    /// Ends the wait.
    var stop: Signal
    /// Maximum number of seconds between two calls of `onProgress`.
    let heartbeatSeconds: Double?
    let onProgress: @Sendable (IndexingProgress) -> Void
    private let reserve: DiskReserve
    private var schedule = DiskPauseSchedule()

    init(
        _ options: IndexingOptions,
        _ logger: Logger,
        stop: Signal,
        onProgress: @escaping @Sendable (IndexingProgress) -> Void
    ) {
        (catalogue, heartbeatSeconds) = (options.catalogue, options.heartbeatSeconds)
        (self.logger, self.stop, self.onProgress) = (logger, stop, onProgress)
        reserve = DiskReserve(catalogue: catalogue)
    }

    /// Reserves some disk space for a full disk; returns false if the disk is full already.
    func prepare() -> Bool {
        reserve.take()
    }

    /// Releases the reserved space; returns false if nothing was reserved.
    func makeRoom() -> Bool {
        reserve.giveUp()
    }

    /// Records in the catalogue why indexing is paused, if that can still be written.
    func note(in writer: CatalogueWriter) {
        reserve.giveUp()
        let isNoted = tries { try degrade(writer) }
        if !isNoted, tries(writer.shrink) { _ = tries { try degrade(writer) } }
    }

    private func tries(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            logger.debug("no room for a last word", metadata: ["error": "\(error)"])
            return false
        }
    }

    private func degrade(_ writer: CatalogueWriter) throws {
        try writer.transaction {
            let roots = writer.roots.values.filter { $0.state != .offline }
            for root in roots.sorted(by: { $0.id < $1.id }) {
                try writer.setState(root.id, .degraded, .diskFull, detail: detail)
            }
        }
    }

    private var detail: String {
        let directory = (catalogue as NSString).deletingLastPathComponent
        return "the disk of the catalogue is full, and what changes is taken up when there is room "
            + "again; free some space: df -h '\(directory)'"
    }

    /// Blocks until there is disk space; returns false if asked to stop before.
    ///
    /// The disk may be filled by the catalogue's own log, which is truncated as soon as its readers allow.
    mutating func waitForRoom(for writer: CatalogueWriter? = nil) -> Bool {
        logger.error("the disk of the catalogue \(catalogue) is full; pausing until there is room")
        schedule.begin(at: monotonicSeconds())
        repeat {
            guard rest(schedule.next()) else { return false }
            if let writer { _ = tries(writer.shrink) }
        } while !reserve.takeWithRoom()
        schedule.end(at: monotonicSeconds())
        logger.notice("there is room for the catalogue again; going on")
        return true
    }

    /// Sleeps, still reporting progress; returns false if asked to stop.
    private func rest(_ seconds: Double) -> Bool {
        let end = monotonicSeconds() + seconds
        var progress = IndexingProgress()
        (progress.isPaused, progress.isFollowing) = (true, true)
        while true {
            onProgress(progress)
            let left = end - monotonicSeconds()
            guard left > 0 else { return true }
            let time = min(left, heartbeatSeconds ?? left)
            var polled = pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&polled, 1, Int32(time * 1_000) + 1) > 0 { return false }
        }
    }
}

/// The times at which a full disk is checked again.
struct DiskPauseSchedule {
    /// A full disk after this time counts as a new problem.
    private static let soon = 60.0
    private var delay = 1.0
    private var ended = -Double.infinity
    /// The number of times in a row that the disk was full again soon after there had been room.
    private var relapses = 0

    mutating func begin(at now: Double) {
        relapses = now - ended < Self.soon ? relapses + 1 : 0
        delay = Double(min(1 << min(relapses, 6), 60))
    }

    /// Returns the seconds until the next check.
    mutating func next() -> Double {
        defer { delay = max(delay, min(delay * 2, 10)) }
        return delay
    }

    mutating func end(at now: Double) {
        ended = now
    }
}
