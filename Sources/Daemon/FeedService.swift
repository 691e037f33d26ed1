internal import ChangeFeed
internal import Foundation
internal import Logging
internal import Settings
internal import Synchronization

/// The feed on standard output; when asked to stop, it reports everything committed and ends.
struct FeedService: Service {
    let name = "feed"
    let catalogue: String
    let options: FeedFollower.Options
    private let stopping = Signal()

    init(catalogue: String, options: FeedFollower.Options) {
        (self.catalogue, self.options) = (catalogue, options)
    }

    func run() throws {
        let follower = try FeedFollower(
            catalogue: catalogue,
            output: FeedOutput(descriptor: STDOUT_FILENO, stop: stopping.descriptor),
            stop: stopping.descriptor,
            options: options
        )
        _ = try follower.run()
    }

    func stop() { stopping.raise() }
}

/// The feed in a file, continued after its last line, or in a FIFO.
final class FileFeedService: Service {
    let name = "feed"
    private let file: FeedFile
    private let catalogue: String
    private let options: FeedFollower.Options
    private let logger: Logger
    private let stopping = Signal()
    private let isStopping = Atomic<Bool>(false)
    /// The reason last reported for being unable to write the file; nil while it can be written.
    private let trouble = Mutex<String?>(nil)

    init(file: FeedFile, catalogue: String, options: FeedFollower.Options, logger: Logger) {
        (self.file, self.catalogue, self.options, self.logger) = (file, catalogue, options, logger)
    }

    /// Raised when the file may have been renamed by log rotation: the feed continues in a new file of the
    /// same name.
    ///
    /// Nil for a FIFO, which stays open so that its contents are not lost.
    var reopen: Signal? { file.isPipe ? nil : stopping }

    func run() throws { while try follow() {} }

    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        stopping.raise()
    }

    private var isEnding: Bool { isStopping.load(ordering: .sequentiallyConsistent) }

    /// Reports changes until asked to stop or to reopen the file; returns false to stop.
    private func follow() throws -> Bool {
        do {
            let opened = try file.open()
            defer { close(opened.descriptor) }
            if let error = try serve(opened), !isEnding {
                waitForRoom("the feed \(file.path) cannot be written: \(error)")
            }
        } catch let error as FeedFileError {
            waitForRoom(error.description)
        }
        guard !isEnding else { return false }
        stopping.take()
        return true
    }

    /// - Returns: Why it could not be written; nil if it was written until asked to stop or to reopen it.
    private func serve(_ opened: (descriptor: Int32, token: String?)) throws -> String? {
        var options = options
        options.since = opened.token ?? options.since
        options.onCaughtUp = { self.endTrouble() }
        let output = FeedOutput(descriptor: opened.descriptor, stop: stopping.descriptor)
        let end = try FeedFollower(
            catalogue: catalogue,
            output: output,
            stop: stopping.descriptor,
            options: options
        ).run()
        if end == .finished { endTrouble() }
        return end == .closed ? unsafe String(cString: strerror(output.error)) : nil
    }

    /// Waits, because a disk that is full or not mounted may have room later.
    private func waitForRoom(_ reason: String) {
        let isNews = trouble.withLock { known in
            defer { known = reason }
            return known != reason
        }
        if isNews { logger.error("\(reason); trying again every 10 seconds") }
        var polled = pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0)
        unsafe poll(&polled, 1, 10_000)
    }

    private func endTrouble() {
        guard trouble.withLock({ $0.take() }) != nil else { return }
        logger.notice("the feed \(file.path) is written again")
    }
}
