internal import ChangeFeed
internal import Foundation
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// The feed on standard output: when told to stop, reports what is committed and ends.
struct FeedService: Service {
    let catalogue: String
    let options: FeedFollower.Options
    private let stop = Signal()

    init(catalogue: String, options: FeedFollower.Options) {
        (self.catalogue, self.options) = (catalogue, options)
    }

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await onThread("feed") {
                let output = FeedOutput(descriptor: STDOUT_FILENO, stop: stop.descriptor)
                let follower = try FeedFollower(
                    catalogue: catalogue,
                    output: output,
                    stop: stop.descriptor,
                    options: options
                )
                _ = try follower.run()
            }
        } onGracefulShutdown: {
            stop.raise()
        }
    }
}

/// The feed in a file, continued after its last line; or in a FIFO.
final class FileFeedService: Service {
    private let file: FeedFile
    private let catalogue: String
    private let options: FeedFollower.Options
    private let logger: Logger
    private let stop = Signal()
    private let isStopping = Atomic<Bool>(false)

    init(file: FeedFile, catalogue: String, options: FeedFollower.Options, logger: Logger) {
        (self.file, self.catalogue, self.options, self.logger) = (file, catalogue, options, logger)
    }

    /// Raised when the file may have been renamed by log rotation: the feed continues in a new file of the
    /// same name.
    ///
    /// Nil for a FIFO, which stays open so that its contents are not lost.
    var reopen: Signal? { file.isPipe ? nil : stop }

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await onThread("feed") {
                while try self.follow() {}
            }
        } onGracefulShutdown: {
            self.isStopping.store(true, ordering: .sequentiallyConsistent)
            self.stop.raise()
        }
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
        stop.take()
        return true
    }

    private func serve(_ opened: (descriptor: Int32, token: String?)) throws -> FeedFollower.End {
        var options = options
        options.since = opened.token ?? options.since
        return try FeedFollower(
            catalogue: catalogue,
            output: FeedOutput(descriptor: opened.descriptor, stop: stop.descriptor),
            stop: stop.descriptor,
            options: options
        ).run()
    }

    /// A disk that is full or away now may have room in a while.
    private func waitForRoom(_ reason: String) {
        logger.error("\(reason); trying again in 10 seconds")
        var polled = pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
        unsafe poll(&polled, 1, 10_000)
    }
}
