internal import ChangeFeed
internal import Foundation
internal import Logging
internal import Synchronization

/// The feed on standard output: when told to stop, reports what is committed and ends.
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

/// The feed in a file, continued after its last line; or in a FIFO.
final class FileFeedService: Service {
    let name = "feed"
    private let file: FeedFile
    private let catalogue: String
    private let options: FeedFollower.Options
    private let logger: Logger
    private let stopping = Signal()
    private let isStopping = Atomic<Bool>(false)

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

    /// Reports changes until told to stop or to reopen the file; false to stop.
    private func follow() throws -> Bool {
        do {
            let opened = try file.open()
            defer { close(opened.descriptor) }
            if try serve(opened) == .closed, !isEnding {
                waitForRoom("the feed \(file.path) cannot be written")
            }
        } catch let error as FeedFileError {
            waitForRoom(error.description)
        }
        guard !isEnding else { return false }
        stopping.take()
        return true
    }

    private func serve(_ opened: (descriptor: Int32, token: String?)) throws -> FeedFollower.End {
        var options = options
        options.since = opened.token ?? options.since
        return try FeedFollower(
            catalogue: catalogue,
            output: FeedOutput(descriptor: opened.descriptor, stop: stopping.descriptor),
            stop: stopping.descriptor,
            options: options
        ).run()
    }

    /// A disk that is full or away now may have room in a while.
    private func waitForRoom(_ reason: String) {
        logger.error("\(reason); trying again in 10 seconds")
        var polled = pollfd(fd: stopping.descriptor, events: Int16(POLLIN), revents: 0)
        unsafe poll(&polled, 1, 10_000)
    }
}
